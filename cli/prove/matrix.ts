/** The kill matrix: operators by tier of verdict. */

import type { Level } from '#conformance/check.ts';
import type { Verdict } from './verdict.ts';

/** Tiers of verdict: what it took to catch a mutant. */
export const tiers: readonly { readonly level: Level; readonly name: string }[] = [
  { level: 'free', name: 'unpaid' },
  { level: 'paid', name: 'paid' },
  { level: 'controlled', name: 'ledger' },
];

/** One line of the matrix. */
export interface Row {
  readonly operator: string;
  readonly mutants: number;
  /** Mutants caught at each tier and at none before it. */
  readonly killed: Readonly<Record<Level, number>>;
  readonly equivalent: number;
  readonly survived: number;
}

/** The matrix with its sums. Plain JSON. */
export interface Matrix {
  readonly rows: readonly Row[];
  readonly total: Row;
  /** Share of the mutants that are not equivalent which each tier and those before it catch, in percent. */
  readonly rates: Readonly<Record<Level, number>>;
  /** Mutants caught by another rule from the same statement than their own. */
  readonly byKin: number;
  readonly survivors: readonly Verdict[];
  readonly equivalents: readonly Verdict[];
}

/** Adds verdicts up. */
export function matrixOf(verdicts: readonly Verdict[]): Matrix {
  const operators = [...new Set(verdicts.map(({ operator }) => operator))];
  const rows = operators.map((operator) =>
    rowOf(
      operator,
      verdicts.filter((each) => each.operator === operator),
    ),
  );
  const total = rowOf('all', verdicts);
  const real = total.mutants - total.equivalent;
  let caught = 0;
  const rates = tiers.map(({ level }) => {
    caught += total.killed[level];
    return [level, real === 0 ? 100 : Math.floor((caught * 10_000) / real) / 100] as const;
  });
  return {
    rows,
    total,
    rates: { free: 0, paid: 0, controlled: 0, ...Object.fromEntries(rates) },
    byKin: verdicts.filter(({ fate, rule }) => fate.fate === 'killed' && fate.by !== rule).length,
    survivors: verdicts.filter(({ fate }) => fate.fate === 'survived'),
    equivalents: verdicts.filter(({ fate }) => fate.fate === 'equivalent'),
  };
}

function rowOf(operator: string, verdicts: readonly Verdict[]): Row {
  const count = (fate: string, level?: Level) =>
    verdicts.filter(({ fate: end }) => end.fate === fate && (end.fate !== 'killed' || end.level === level)).length;
  return {
    operator,
    mutants: verdicts.length,
    killed: { free: count('killed', 'free'), paid: count('killed', 'paid'), controlled: count('killed', 'controlled') },
    equivalent: count('equivalent'),
    survived: count('survived'),
  };
}
