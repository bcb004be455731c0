/** Runs the suite against unbroken gateways: a rule that fails there catches no mutant. */

import type { Level } from '#conformance/check/run.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { startTrial } from '#lab/toolkit/trial.ts';
import { type HostFiles, starterOf } from './task.ts';
import type { Verdict } from './verdict.ts';

/** The rules that caught mutants of a host at a level. */
export interface Catching {
  readonly host: string;
  readonly level: Level;
  readonly rules: readonly string[];
}

/** The rules that caught mutants, by host and level. */
export function catchingOf(verdicts: readonly Verdict[]): readonly Catching[] {
  const killed = verdicts.flatMap(({ host, outcome }) =>
    outcome.verdict === 'killed' ? [{ host, level: outcome.level, by: outcome.by }] : [],
  );
  const groups = Map.groupBy(killed, ({ host, level }) => `${host} ${level}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ host: first.host, level: first.level, rules: [...new Set(group.map(({ by }) => by))] }] : [];
  });
}

/** The rules of a host and level that fail on an unbroken gateway. */
export interface FalseAlarms extends Omit<Catching, 'rules'> {
  /** Findings of each, by its id. */
  readonly details: ReadonlyMap<string, string>;
}

/** Judges rules on an unbroken gateway. */
export async function falseAlarms(
  contract: Contract,
  { target, project }: HostFiles,
  { host, level, rules }: Catching,
): Promise<FalseAlarms> {
  const trial = await startTrial(contract, await starterOf(project));
  try {
    const run = { level, only: rules, exhaust: true, verdictsOnly: true, ...(target !== undefined && { target }) };
    const { results } = await trial.judge(run);
    const failing = results.filter(({ rule, verdict }) => verdict === 'fail' && rules.includes(rule));
    return { host, level, details: new Map(failing.map(({ rule, detail = '' }) => [rule, detail])) };
  } finally {
    await trial.close();
  }
}

/** The verdicts without kills by rules that fail on the unbroken gateway too. */
export function withoutFalseKills(verdicts: readonly Verdict[], alarms: readonly FalseAlarms[]): readonly Verdict[] {
  return verdicts.map((verdict) => {
    const { host, outcome } = verdict;
    if (outcome.verdict !== 'killed') return verdict;
    const anyway = alarms.find((each) => each.host === host && each.level === outcome.level)?.details.get(outcome.by);
    if (anyway === undefined) return verdict;
    const detail = `${outcome.by} fails on the unbroken gateway as well: ${anyway}`;
    return { ...verdict, outcome: { verdict: 'survived', detail, also: outcome.also } };
  });
}
