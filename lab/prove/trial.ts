/** Runs the suite against one mutant. */

import type { Level } from '#conformance/check/run.ts';
import type { Contract, Rule } from '#conformance/contract/contract.ts';
import type { RuleResult } from '#conformance/report/report.ts';
import { cheapestFirst } from '#conformance/run/positive-control.ts';
import type { Alteration, Gateway, GatewayOptions, Parts } from '#gateway/start.ts';
import { startTrial } from '#lab/toolkit/trial.ts';
import { levels, tiers } from './matrix.ts';
import type { Kill, Outcome, Tier } from './verdict.ts';

/** The target of a trial: its contract, and the target file with the deployment's own names. */
export interface Deployment {
  readonly contract: Contract;
  readonly target: string | undefined;
}

/** A gateway with one fault, which the suite must find. */
export interface Subject {
  /** Rule that the suite must name. */
  readonly rule: Rule;
  /** Rules that break with it, so that any of them may be named. */
  readonly others?: readonly Rule[];
  /** The lowest level at which the mutant can be seen. */
  readonly level: Level;
  /** Rules judged at that level. They include others than the right one, so that naming the right one means something. */
  readonly first: readonly Rule[];
  /** Rules judged at the highest level if no level has killed it. */
  readonly last: readonly Rule[];
  readonly start: (options: GatewayOptions, alter: Alteration) => Promise<Gateway>;
}

/** Other rules that are judged with the rule of a mutant. */
const maxNeighbours = 6;

/** Runs the suite against a gateway, at the lowest possible level first. */
export function tryOut(deployment: Deployment, subject: Subject): Promise<Outcome> {
  const { contract } = deployment;
  const { rule, others = [], level: lowest, first, last } = subject;
  return onTrial(deployment, subject, async (attempt) => {
    let own: RuleResult | undefined;
    // Rules that read the same place may find it without payments or control.
    const alike = last.filter(
      (each) => each.level === 'free' && each !== rule && (others.includes(each) || sharesStatement(each, rule)),
    );
    for (const level of levels) {
      if (levels.indexOf(level) >= levels.indexOf(lowest)) {
        const { ran, killed } = await attempt(level, level === lowest ? first : [rule]);
        own = ran.results.find((result) => result.rule === rule.id);
        if (killed) return killed.tier === 'paid' && level === 'paid' ? spared(killed, attempt, rule) : killed;
      }
      const read = level === 'free' && alike.length > 0 ? await attempt('free', alike) : undefined;
      if (read?.killed) return read.killed;
    }
    // Scenarios that pay for nothing may show it as well as those that do.
    const free = last.filter((each) => paysNothing(contract, each));
    const unpaid = free.length > 0 ? await attempt('controlled', [rule, ...free]) : undefined;
    if (unpaid?.killed) return unpaid.killed;
    const { ran, killed } = await attempt('controlled', last);
    const detail = `${own?.verdict}: ${own?.detail ?? ''}`;
    return killed ?? { verdict: 'survived', detail, also: failing(ran.results) };
  });
}

/** Repeats a paid verdict at level controlled, where settlements can be made to fail, so that it costs nothing. */
async function spared(paid: Kill, attempt: Attempt, rule: Rule): Promise<Kill> {
  const { killed } = await attempt('controlled', [rule]);
  return killed?.tier === 'unpaid' ? { ...killed, level: paid.level } : paid;
}

/** Tries to kill a mutant of a rule that is not asserted, by asserted rules from the same statement, at level free. */
export async function tryWitnesses(
  deployment: Deployment,
  subject: Pick<Subject, 'rule' | 'start'>,
  witnesses: readonly Rule[],
): Promise<Kill | undefined> {
  return onTrial(deployment, subject, async (attempt) => (await attempt('free', witnesses)).killed);
}

/** Runs the suite for some rules at a level, and tells whether it finds the fault. */
type Attempt = (
  level: Level,
  only: readonly Rule[],
) => Promise<{ readonly ran: SuiteRun; readonly killed: Kill | undefined }>;

/** Starts a gateway for some runs of the suite. */
async function onTrial<T>(
  { contract, target }: Deployment,
  { rule, others = [], start }: Pick<Subject, 'rule' | 'others' | 'start'>,
  use: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  let meter: Meter | undefined;
  const trial = await startTrial(contract, (options, prepare) =>
    start(options, (parts) => {
      meter = meterOf(parts);
      return prepare(parts);
    }),
  );
  const run = async (level: Level, only: readonly Rule[]): Promise<SuiteRun> => {
    const before = { charges: 0, looks: 0, ...meter };
    const report = await trial.judge({
      ...{ level, only: only.map(({ id }) => id), exhaust: true, verdictsOnly: true },
      ...(target !== undefined && { target }),
    });
    const { charges = 0, looks = 0 } = meter ?? {};
    const spent = { charges: charges - before.charges, looks: looks - before.looks };
    return { results: report.results, level, spent, contract };
  };
  const attempt: Attempt = async (level, only) => {
    const ran = await run(level, only);
    const killed = killedBy(rule, others, ran);
    if (!killed || killed.tier === 'unpaid' || only.length === 1) return { ran, killed };
    // The cost of a verdict is that of repeating just this check, without the other checks of the run.
    const repeated = await run(
      level,
      only.filter(({ id }) => id === killed.by),
    );
    const alone = killedBy(rule, others, repeated);
    return { ran, killed: alone && tiers.indexOf(alone.tier) < tiers.indexOf(killed.tier) ? alone : killed };
  };
  try {
    return await use(attempt);
  } finally {
    await trial.close();
  }
}

/** True for a rule of a scenario in which nothing is paid. */
function paysNothing({ scenarios, operations }: Contract, { kind, subject }: Rule): boolean {
  const scenario = kind === 'scenario' && scenarios.find(({ id }) => id === subject);
  if (!scenario) return false;
  const called = new Set(scenario.steps.map(({ call }) => call));
  return (
    operations.every(({ id, auth }) => !called.has(id) || auth === 'none') &&
    !scenario.steps.some(({ ledger }) => ledger)
  );
}

/** Rules about the same place of the same operation, then about the same operation. */
export function nearRules({ rules }: Contract, rule: Rule): readonly Rule[] {
  const place = ({ schema }: Rule) => schema && [schema.in, schema.status, ...schema.path].join('/');
  const alike = rules.filter(
    ({ id, operation, kind }) =>
      id !== rule.id && operation !== undefined && operation === rule.operation && kind === rule.kind,
  );
  return alike
    .toSorted((one, two) => Number(place(two) === place(rule)) - Number(place(one) === place(rule)))
    .slice(0, maxNeighbours);
}

/** Every rule that may find the fault: of the operation, of the same subject, or from the same statement. */
export function relatedRules({ rules, scenarios }: Contract, rule: Rule): readonly Rule[] {
  // Some responses exist only after a scenario has run.
  const calling = scenarios.filter(({ steps }) =>
    steps.some(({ call }) => call !== undefined && call === rule.operation),
  );
  const callers = new Set(calling.map(({ id }) => id));
  return rules.filter(
    (each) =>
      each.id === rule.id ||
      (rule.operation !== undefined && each.operation === rule.operation && each.kind !== 'limit') ||
      (rule.subject !== undefined && each.subject === rule.subject) ||
      (each.kind === 'scenario' && callers.has(each.subject ?? '')) ||
      sharesStatement(each, rule),
  );
}

/** Asserted rules from the same statement, of the same operation or of a scenario that calls it. */
export function witnessesOf({ rules, scenarios }: Contract, rule: Rule): readonly Rule[] {
  const calling = scenarios.filter(({ steps }) =>
    steps.some(({ call }) => call !== undefined && call === rule.operation),
  );
  const callers = new Set(calling.map(({ id }) => id));
  return rules.filter(
    (each) =>
      each !== rule &&
      each.level === 'free' &&
      isAsserted(each) &&
      sharesStatement(each, rule) &&
      (each.kind === 'scenario' ? callers.has(each.subject ?? '') : each.operation === rule.operation),
  );
}

/** True for a rule that is asserted of every deployment and can be observed. */
export function isAsserted({ tier, status, unobservable }: Rule): boolean {
  return tier === 'must' && status !== 'conflict' && unobservable === undefined;
}

function sharesStatement(one: Pick<Rule, 'from'>, other: Rule): boolean {
  return one.from.some((statement) => other.from.includes(statement));
}

function failing(results: readonly RuleResult[]): readonly string[] {
  return results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must').map(({ rule }) => rule);
}

/** One run of the suite, with what its checks and its positive control spent. */
interface SuiteRun {
  readonly results: readonly RuleResult[];
  readonly level: Level;
  readonly spent: Meter;
  readonly contract: Contract;
}

function killedBy(rule: Rule, others: readonly Rule[], ran: SuiteRun): Kill | undefined {
  const { level, results } = ran;
  const named = failing(results);
  const found =
    results.find((result) => result.rule === rule.id && named.includes(result.rule)) ??
    results.find((result) => named.includes(result.rule) && others.some(({ id }) => id === result.rule)) ??
    results.find((result) => named.includes(result.rule) && sharesStatement({ from: result.statements }, rule));
  if (!found) return undefined;
  const also = named.filter((id) => id !== found.rule);
  return { verdict: 'killed', level, tier: tierOf(found, ran), by: found.rule, detail: found.detail ?? '', also };
}

/** Kinds of rules about responses: they may cost nothing because the response was paid before. */
const readOff: readonly Rule['kind'][] = ['response', 'ensures', 'stream'];

/** The cost of the verdict. The call that the positive control pays for counts only if the verdict rests on it. */
function tierOf({ kind, rule }: RuleResult, { level, spent, contract }: SuiteRun): Tier {
  if (level === 'free') return 'unpaid';
  if (spent.looks > 0) return 'ledger';
  const [bought] = contract.host.auth === 'x402' ? cheapestFirst(contract) : [];
  const operation = contract.rules.find(({ id }) => id === rule)?.operation;
  const isRead = readOff.includes(kind) && operation === bought?.id;
  return spent.charges > (bought && !isRead ? 1 : 0) ? 'paid' : 'unpaid';
}

/** Counts of the calls that move money, since the gateway started. */
interface Meter {
  /** Payments that were settled, and calls that an account was charged for. */
  charges: number;
  /** Reads of the ledger. */
  looks: number;
}

/** Counts charges and reads of the ledger. It changes the parts in place, because payments refer to them already. */
function meterOf({ services: { store } }: Parts): Meter {
  const meter = { charges: 0, looks: 0 };
  const { ledger, accounts } = store;
  const transfer = ledger.transfer.bind(ledger);
  const transfers = ledger.transfers.bind(ledger);
  const charge = accounts.charge.bind(accounts);
  ledger.transfer = async (...args) => {
    const made = await transfer(...args);
    if (made) meter.charges += 1;
    return made;
  };
  ledger.transfers = (...args) => {
    meter.looks += 1;
    return transfers(...args);
  };
  accounts.charge = async (reservation, row) => {
    const made = await charge(reservation, row);
    if (made && row.amount > 0n) meter.charges += 1;
    return made;
  };
  return meter;
}
