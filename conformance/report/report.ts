import type { Level, Outcome } from '../check/check.ts';
import type { RuleKind, Tier } from '../contract/contract.ts';
import type { Settlement } from '../wallet/settlement.ts';

/** The verdict on one rule with what shows it. */
export interface RuleResult {
  readonly rule: string;
  readonly kind: RuleKind;
  readonly summary: string;
  readonly operation?: string;
  /** Operations that it was seen to hold for, where it is about each of many. */
  readonly operations?: readonly string[];
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
  /** The shortest sequence of requests that shows it, as numbered `curl` lines, where one alone does not. */
  readonly sequence?: readonly string[];
  /** The command that judges this rule alone again. */
  readonly repeat?: string;
  /** The exchange that shows it, long texts cut. */
  readonly exchange?: ShownExchange;
  /** Why this failure is no news: what the baseline says of it. */
  readonly known?: string;
}

/** A request and its answer as reports show them: without secrets. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** A verdict in one word; `info` and `known` are failures that fail nobody. */
export type ReportVerdict = 'pass' | 'fail' | 'known' | 'info' | 'not-testable' | 'error';

/** The verdict of a result in one word. */
export function reportVerdict({ verdict, tier, known }: Pick<RuleResult, 'verdict' | 'tier' | 'known'>): ReportVerdict {
  if (verdict !== 'fail') return verdict;
  if (known !== undefined) return 'known';
  return tier === 'must' ? 'fail' : 'info';
}

/** A rule whose verdict another run had otherwise. */
export interface Change {
  readonly rule: string;
  readonly from: ReportVerdict;
  readonly to: ReportVerdict;
  /** When the later run began, ISO 8601. */
  readonly at: string;
}

/** What earlier runs against the same host found otherwise. */
export interface History {
  /** When the earliest of them began, ISO 8601. */
  readonly since: string;
  readonly runs: number;
  /** Oldest first. */
  readonly changes: readonly Change[];
}

/** How many rules got which verdict, and what it took. */
export interface Summary {
  readonly pass: number;
  /** Broken rules of tier must. */
  readonly fail: number;
  /** Broken rules that the baseline knows; they fail nobody. */
  readonly known: number;
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
  /** When the run began, ISO 8601. */
  readonly started: string;
  /** Why the run is not whole: the target went away, or an honest paid call was refused. */
  readonly partial?: string;
  /** True when somebody stopped it: Ctrl-C, say. */
  readonly stopped?: boolean;
  readonly summary: Summary;
  readonly results: readonly RuleResult[];
  /** Every payment that was charged or may be. */
  readonly settlements: readonly Settlement[];
  /** Rules that the baseline says are broken and that hold: their entries have to go. */
  readonly stale?: readonly string[];
  readonly history?: History;
}

/**
 * Exit code of a run: 1 when a rule is broken or a known failure is gone, 2 when nothing is but the run itself is not
 * whole, else 0.
 *
 * A run that was stopped is 2 whatever it had found, as with pytest: it says nothing of what was left.
 */
export function exitCodeOf({ summary, partial, stopped, stale = [] }: Report): 0 | 1 | 2 {
  if (stopped) return 2;
  if (summary.fail > 0 || stale.length > 0) return 1;
  return summary.error > 0 || partial !== undefined ? 2 : 0;
}

/** Counts verdicts. */
export function countVerdicts(
  results: readonly RuleResult[],
): Pick<Summary, 'pass' | 'fail' | 'known' | 'info' | 'not_testable' | 'error'> {
  const words = Map.groupBy(results, reportVerdict);
  const count = (word: ReportVerdict) => words.get(word)?.length ?? 0;
  return {
    pass: count('pass'),
    fail: count('fail'),
    known: count('known'),
    info: count('info'),
    not_testable: count('not-testable'),
    error: count('error'),
  };
}
