import { z } from 'zod';
import { type Contract, readContractSync } from '#conformance/contract/contract.ts';
import { hosts } from '#generated/hosts/index.ts';
import type { Matrix, Row } from '../prove/matrix.ts';
import type { Curve } from '../saboteurs/curve.ts';
import type { Result, Results } from '../saboteurs/results.ts';
import type { Saboteur } from '../saboteurs/saboteur.ts';
import type { Outcome } from '../strangers/outcome.ts';

const Kills = z.object({
  killed: z.object({ unpaid: z.number(), paid: z.number(), ledger: z.number() }),
  survived: z.number(),
});

const Proof = Kills.extend({
  /** ISO date of the run. */
  date: z.string(),
  tried: z.number(),
  equivalent: z.number(),
  open: z.number(),
  unobservable: z.number(),
  /** Each kind of fault, without those of which no mutant should be caught. */
  kinds: z.array(Kills.extend({ kind: z.string() })),
});

const Judgements = z.object({
  /** ISO date of the runs. */
  date: z.string(),
  /** Healthy gateways, by host and level: the most rules that any seed accused, what the first run took, and the seconds of the fastest. */
  healthy: z.array(
    z.object({
      stranger: z.string(),
      host: z.string(),
      level: z.string(),
      seeds: z.number(),
      accused: z.number(),
      passed: z.number(),
      requests: z.number(),
      spent: z.string(),
      seconds: z.number(),
    }),
  ),
  faults: z.array(
    z.object({
      stranger: z.string(),
      host: z.string(),
      of: z.number(),
      found: z.number(),
      missed: z.array(z.string()),
    }),
  ),
});

/** Gateways that each break one sentence, by batch. What was never shown proves nothing and does not count. */
const Sentences = z.object({
  /** ISO date of the runs. */
  date: z.string(),
  batches: z.array(
    z.object({
      /** Undefined for those of all batches that were judged late. */
      batch: z.number().optional(),
      /** Saboteurs of the batch, judged or not. */
      written: z.number(),
      /** Statements of the saboteurs that were shown. */
      statements: z.number(),
      /** Saboteurs that were judged and shown. */
      saboteurs: z.number(),
      unshown: z.number(),
      /** Found in the first run. */
      first: z.number(),
      /** Found in the latest run. */
      now: z.number(),
      /** Of those found in the latest run: found by a rule of the statement. */
      named: z.number(),
      /** Not found, and withdrawn since: they break nothing that the documents state. */
      withdrawn: z.number(),
      missed: z.number(),
    }),
  ),
  /** Those that were missed in the latest run, and why the suite does not find them. */
  missed: z.array(z.object({ id: z.string(), breaks: z.string(), reason: z.string() })),
});

/** Saboteurs of a random sample that runs with few requests find. */
const Budgets = z.object({
  /** ISO date of the runs. */
  date: z.string(),
  /** Seed of the sample. */
  seed: z.number(),
  saboteurs: z.number(),
  /** Runs at level free, with how many of the saboteurs they find, and of those that the whole run finds; that one has no number of requests. */
  points: z.array(z.object({ requests: z.number().optional(), found: z.number(), of_whole: z.number() })),
  /** Found by a whole run at level controlled. */
  controlled: z.number(),
});

/** Published figures of the suite's quality: its kill rates, and its verdicts on gateways that others wrote. */
export const Figures = z.object({
  proof: Proof,
  judged: Judgements,
  sentences: Sentences.optional(),
  budgets: Budgets.optional(),
});

export type Figures = z.infer<typeof Figures>;

/** Sums up the kill matrix of `prove`. */
export function proofOf(date: string, { total, rows }: Pick<Matrix, 'total' | 'rows'>): Figures['proof'] {
  const { mutants: tried, killed, survived, excused } = total;
  const kinds = rows.map(({ operator: kind, killed, survived }) => ({ kind, killed, survived }));
  return { date, tried, killed, survived, ...excused, kinds: kinds.filter((row) => realOf(row) > 0) };
}

/** Number of mutants that the suite should catch: the killed ones and the survivors. */
export function realOf({ killed, survived }: Pick<Row, 'killed' | 'survived'>): number {
  return killed.unpaid + killed.paid + killed.ledger + survived;
}

/** Sums up the outcomes of gateways that others wrote. */
export function judgedOf(date: string, outcomes: readonly Outcome[]): Figures['judged'] {
  const healthy = outcomes.filter((outcome) => 'accused' in outcome);
  const faulty = outcomes.filter((outcome) => 'fault' in outcome);
  return {
    date,
    healthy: [...Map.groupBy(healthy, ({ stranger, host, level }) => `${stranger} ${host} ${level}`).values()].flatMap(
      (runs) => {
        const [first] = runs;
        if (!first) return [];
        const { stranger, host, level, spent_usd: spent, requests } = first;
        const accused = Math.max(...runs.map((run) => run.accused));
        const passed = Math.min(...runs.map(({ pass }) => pass));
        const seconds = Math.min(...runs.map((run) => run.seconds));
        return [{ stranger, host, level, seeds: runs.length, accused, passed, requests, spent, seconds }];
      },
    ),
    faults: [...Map.groupBy(faulty, ({ stranger, host }) => `${stranger} ${host}`).values()].flatMap((runs) => {
      const [first] = runs;
      if (!first) return [];
      const missed = runs.flatMap(({ fault, rule }) => (rule === undefined ? [fault] : []));
      const { stranger, host } = first;
      return [{ stranger, host, of: runs.length, found: runs.length - missed.length, missed }];
    }),
  };
}

/** Sums up the verdicts on gateways that each break one sentence. */
export function sentencesOf(
  date: string,
  results: Results,
  written: readonly Pick<Saboteur, 'id' | 'batch' | 'breaks' | 'withdrawn' | 'unfound'>[],
): NonNullable<Figures['sentences']> {
  const withdrawn = new Set(written.flatMap(({ id, withdrawn: reason }) => (reason === undefined ? [] : id)));
  const judged = Object.entries(results);
  const sumUp = (all: number, own: readonly (readonly [string, Result])[]) => {
    const shown = own.filter(([, { first }]) => first !== 'not-shown');
    const found = shown.filter(([, { now }]) => now === 'found');
    const left = shown.flatMap(([id, { now }]) => (now === 'found' ? [] : id));
    const gone = left.filter((id) => withdrawn.has(id)).length;
    return {
      written: all,
      statements: new Set(shown.map(([, { statement }]) => statement)).size,
      saboteurs: shown.length,
      unshown: own.length - shown.length,
      first: shown.filter(([, { first }]) => first === 'found').length,
      now: found.length,
      named: found.filter(([, { names }]) => names).length,
      withdrawn: gone,
      missed: left.length - gone,
    };
  };
  const batches = [...Map.groupBy(written, ({ batch }) => batch)].map(([batch, all]) => ({
    batch,
    ...sumUp(
      all.length,
      judged.filter(([, each]) => each.batch === batch && !each.late),
    ),
  }));
  const late = judged.filter(([, each]) => each.late);
  const missed = written.flatMap(({ id, breaks, withdrawn: gone, unfound: reason = '' }) =>
    gone === undefined && results[id]?.now === 'missed' ? { id, breaks, reason } : [],
  );
  return {
    date,
    batches: [
      ...batches.toSorted((one, other) => one.batch - other.batch),
      ...(late.length === 0 ? [] : [sumUp(late.length, late)]),
    ],
    missed,
  };
}

/** Sums up how many saboteurs of a sample runs with few requests find. */
export function budgetsOf({ date, seed, sample, points }: Curve, results: Results): NonNullable<Figures['budgets']> {
  const whole = new Set(points.find(({ requests }) => requests === undefined)?.found);
  return {
    ...{ date, seed },
    saboteurs: sample.length,
    points: points.map(({ found, ...point }) => ({
      ...point,
      found: found.length,
      of_whole: found.filter((id) => whole.has(id)).length,
    })),
    controlled: sample.filter((id) => results[id]?.now === 'found').length,
  };
}

/** A stated rule for which the suite has no check. */
export type UncheckedRule = Pick<Contract['rules'][number], 'id' | 'summary' | 'unobservable'>;

/** The rules of all hosts whose reason is `suite`, by id; a rule of several hosts is listed once. */
export function uncheckedRules(): readonly UncheckedRule[] {
  const contracts = Object.keys(hosts).map((host) => readContractSync(`generated/contracts/${host}.json`));
  const unchecked = contracts.flatMap(({ rules }) => rules.filter(({ reason }) => reason === 'suite'));
  return [...new Map(unchecked.map((rule) => [rule.id, rule])).values()].toSorted((one, other) =>
    one.id.localeCompare(other.id),
  );
}
