import type { Level, Outcome } from '../check.ts';
import type { RuleKind, Tier } from '../contract.ts';

/** The verdict on one rule with what shows it. */
export interface RuleResult {
  readonly rule: string;
  readonly kind: RuleKind;
  readonly summary: string;
  readonly operation?: string;
  /** Area of the operation, else the kind of rule. */
  readonly area: string;
  readonly statements: readonly string[];
  readonly tier: Tier;
  readonly verdict: Outcome['verdict'];
  readonly detail?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** JSON pointer within the answer. */
  readonly at?: string;
  /** The request that shows it; secrets stand as variables. */
  readonly curl?: string;
  /** The command that judges this rule alone again. */
  readonly repeat?: string;
}

/** How many rules got which verdict, and what it took. */
export interface Summary {
  readonly pass: number;
  /** Broken rules of tier must. */
  readonly fail: number;
  /** Rules of tier info that the target keeps otherwise; they fail nobody. */
  readonly info: number;
  readonly not_testable: number;
  readonly error: number;
  readonly requests: number;
  readonly spent_usd: string;
  readonly seconds: number;
}

/** What one run found. */
export interface Report {
  readonly report: 1;
  readonly target: { readonly url: string; readonly host: string };
  readonly level: Level;
  readonly seed: number;
  /** Why the run is not whole: the target went away, or an honest paid call was refused. */
  readonly partial?: string;
  readonly summary: Summary;
  readonly results: readonly RuleResult[];
}

/** Exit code of a run: 1 when a rule is broken, 2 when nothing is but the run itself is not whole, else 0. */
export function exitCodeOf({ summary, partial }: Report): 0 | 1 | 2 {
  if (summary.fail > 0) return 1;
  return summary.error > 0 || partial !== undefined ? 2 : 0;
}

/** Counts verdicts. */
export function countVerdicts(
  results: readonly RuleResult[],
): Pick<Summary, 'pass' | 'fail' | 'info' | 'not_testable' | 'error'> {
  const count = (verdict: RuleResult['verdict'], tier?: Tier) =>
    results.filter((result) => result.verdict === verdict && (tier === undefined || result.tier === tier)).length;
  return {
    pass: count('pass'),
    fail: count('fail', 'must'),
    info: count('fail', 'info'),
    not_testable: count('not-testable'),
    error: count('error'),
  };
}
