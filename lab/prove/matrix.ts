/** The kill matrix: operators by tier of verdict. */

import type { Level } from '#conformance/check/run.ts';
import type { Excuse, Outcome, Tier, Verdict } from './verdict.ts';

/** Tiers of verdicts; each includes the means of those before it. */
export const tiers: readonly Tier[] = ['unpaid', 'paid', 'ledger'];

/** Levels of runs; each includes the means of those before it. */
export const levels: readonly Level[] = ['free', 'paid', 'controlled'];

/** Why mutants need not be caught. */
export const excuses: readonly Excuse['verdict'][] = ['equivalent', 'open', 'unobservable'];

/** One line of the matrix. */
export interface Row {
  readonly operator: string;
  readonly mutants: number;
  /** Mutants caught at each tier and at none before it. */
  readonly killed: Readonly<Record<Tier, number>>;
  /** Mutants that need not be caught, by the kind of reason. */
  readonly excused: Readonly<Record<Excuse['verdict'], number>>;
  readonly survived: number;
}

/** The matrix with its sums. Plain JSON. */
export interface Matrix {
  readonly rows: readonly Row[];
  readonly total: Row;
  /** Percentage of the caught mutants whose verdict took at most each tier. */
  readonly tiers: Readonly<Record<Tier, number>>;
  /** Percentage of the mutants (without equivalent ones) that runs of each level catch. */
  readonly levels: Readonly<Record<Level, number>>;
  /** Mutants caught by a different rule from the same statement. */
  readonly byRelatedRule: number;
  readonly survivors: readonly Verdict[];
  readonly excused: readonly Verdict[];
  /** Why the matrix is incomplete; absent if it is complete. */
  readonly partial?: string;
}

/** Adds verdicts up. */
export function matrixOf(verdicts: readonly Verdict[], partial?: string): Matrix {
  const operators = [...new Set(verdicts.map(({ operator }) => operator))];
  const rows = operators.map((operator) =>
    rowOf(
      operator,
      verdicts.filter((each) => each.operator === operator),
    ),
  );
  const total = rowOf('all', verdicts);
  const { equivalent, open, unobservable } = total.excused;
  const real = total.mutants - equivalent - open - unobservable;
  const killed = real - total.survived;
  const caught = (test: (outcome: Extract<Outcome, { verdict: 'killed' }>) => boolean) =>
    verdicts.filter(({ outcome }) => outcome.verdict === 'killed' && test(outcome)).length;
  const byTier = (tier: Tier) =>
    share(
      caught((outcome) => tiers.indexOf(outcome.tier) <= tiers.indexOf(tier)),
      killed,
    );
  const byLevel = (level: Level) =>
    share(
      caught((outcome) => levels.indexOf(outcome.level) <= levels.indexOf(level)),
      real,
    );
  return {
    rows,
    total,
    tiers: { unpaid: byTier('unpaid'), paid: byTier('paid'), ledger: byTier('ledger') },
    levels: { free: byLevel('free'), paid: byLevel('paid'), controlled: byLevel('controlled') },
    byRelatedRule: verdicts.filter(({ outcome, rule }) => outcome.verdict === 'killed' && outcome.by !== rule).length,
    survivors: verdicts.filter(({ outcome }) => outcome.verdict === 'survived'),
    excused: verdicts.filter(({ outcome }) => excuses.some((each) => each === outcome.verdict)),
    ...(partial !== undefined && { partial }),
  };
}

/** Percentage, rounded down to two places. */
function share(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part * 10_000) / whole) / 100;
}

function rowOf(operator: string, verdicts: readonly Verdict[]): Row {
  const outcomes = verdicts.map(({ outcome }) => outcome);
  const count = (name: Outcome['verdict']) => outcomes.filter(({ verdict }) => verdict === name).length;
  const killed = (tier: Tier) =>
    outcomes.filter((outcome) => outcome.verdict === 'killed' && outcome.tier === tier).length;
  return {
    operator,
    mutants: verdicts.length,
    killed: { unpaid: killed('unpaid'), paid: killed('paid'), ledger: killed('ledger') },
    excused: { equivalent: count('equivalent'), open: count('open'), unobservable: count('unobservable') },
    survived: count('survived'),
  };
}
