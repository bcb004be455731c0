import { formatUsd, parseUsd } from '@tollwright/runtime/money/usd';
import type { Observed } from '../check/observation.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Level } from '../check/run.ts';
import type { RuleKind, Tier } from '../contract/contract.ts';
import type { Reason } from '../http/interruption.ts';
import type { Settlement } from '../wallet/spend-tracker.ts';
import type { Coverage } from './coverage.ts';
import type { SignedPayment } from './signed-payment.ts';

/** The verdict on one rule with its evidence. */
export interface RuleResult {
  readonly rule: string;
  readonly kind: RuleKind;
  readonly summary: string;
  readonly operation?: string;
  /** Operations for which it passed, where it covers several. */
  readonly operations?: readonly string[];
  /** Area of the operation, else the kind of rule. */
  readonly area: string;
  readonly statements: readonly string[];
  readonly tier: Tier;
  readonly verdict: Outcome['verdict'];
  /** Present where it passed: the responses that it stands on. */
  readonly observed?: Observed;
  /** Present where it is not judged. */
  readonly reason?: Reason;
  /** True where the specification says that no run can judge it. */
  readonly unobservable?: true;
  readonly detail?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** JSON pointer to the actual value within the response. */
  readonly at?: string;
  /** The request that shows it as a `curl` line; secrets are replaced by variables. */
  readonly curl?: string;
  /** `X-Request-Id` of the request that shows it, by which the logs of the target can be searched. */
  readonly request_id?: string;
  /** The shortest sequence of requests that shows it, as numbered `curl` lines, where one request is not enough. */
  readonly sequence?: readonly string[];
  /** The command that checks this rule alone again. */
  readonly repeat?: string;
  /** The exchange that shows it; long texts are truncated. */
  readonly exchange?: ShownExchange;
  /** The baseline's reason, when the failure is known. */
  readonly known?: string;
}

/** A request and its response (`answer`) as reports show them: without secrets. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Present where it has a payment that can be read. */
    readonly payment?: SignedPayment;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** The verdict that reports show; `info` and `known` are failures that do not fail the run. */
export type ReportVerdict = 'pass' | 'fail' | 'known' | 'info' | 'not-testable' | 'error';

/** The verdict that reports show for a result. */
export function reportVerdict({
  verdict,
  tier,
  known,
}: Pick<RuleResult, 'verdict' | 'tier'> & { readonly known?: string | undefined }): ReportVerdict {
  if (verdict !== 'fail') return verdict;
  if (known !== undefined) return 'known';
  return tier === 'must' ? 'fail' : 'info';
}

/** A rule whose verdict differs from that of the run before. */
export interface Change {
  readonly rule: string;
  readonly from: ReportVerdict;
  readonly to: ReportVerdict;
  /** When the later run started, ISO 8601. */
  readonly at: string;
}

/** The verdicts that changed between runs against the same host. */
export interface History {
  /** When the earliest run started, ISO 8601. */
  readonly since: string;
  readonly runs: number;
  /** Oldest first. */
  readonly changes: readonly Change[];
}

/** Counts of verdicts, requests, money and time. */
export interface Summary {
  readonly pass: number;
  /** Failed rules of tier must. */
  readonly fail: number;
  /** Failed rules that the baseline lists; they do not fail the run. */
  readonly known: number;
  /** Failed rules of tier info; they do not fail the run. */
  readonly info: number;
  readonly not_testable: number;
  readonly error: number;
  readonly requests: number;
  readonly spent_usd: string;
  readonly seconds: number;
}

/** Failed rules that one fault of the target probably explains. */
export interface Cause {
  /** The finding that they share, in the words of the first. */
  readonly finding: string;
  /** Rule ids, in order of the report; the first one shows the fault. */
  readonly rules: readonly string[];
}

/** The result of one run. */
export interface Report {
  readonly report: 1;
  readonly target: { readonly url: string; readonly host: string };
  readonly level: Level;
  readonly seed: number;
  /** When the run started, ISO 8601. */
  readonly started: string;
  /** Why the run is incomplete: the target stopped responding, or a valid paid call was rejected. */
  readonly partial?: string;
  /** True when it was stopped, for example with Ctrl-C. */
  readonly stopped?: boolean;
  readonly summary: Summary;
  /** Which of the stated rules the verdict covers. */
  readonly coverage: Coverage;
  readonly results: readonly RuleResult[];
  /** The likely causes of the failed rules of tier must, those that explain most first. */
  readonly causes: readonly Cause[];
  /** Every payment that was charged or may be charged. */
  readonly settlements: readonly Settlement[];
  /** Rules that the baseline lists and that pass: their entries must be removed. */
  readonly stale?: readonly string[];
  readonly history?: History;
}

/**
 * Exit code of a run: 1 when a rule failed or a known failure passes, else 2 when a check had an error, the run is
 * incomplete, or a stated rule was not judged although the run has the means for it, else 0.
 *
 * A run that was stopped is always 2, as with pytest: the rules that were left have no verdict.
 */
export function exitCodeOf({ summary, coverage, partial, stopped, stale = [] }: Report): 0 | 1 | 2 {
  if (stopped) return 2;
  if (summary.fail > 0 || stale.length > 0) return 1;
  return summary.error > 0 || partial !== undefined || !coverage.whole ? 2 : 0;
}

/** Counts verdicts. */
export function countVerdicts(
  results: readonly RuleResult[],
): Pick<Summary, 'pass' | 'fail' | 'known' | 'info' | 'not_testable' | 'error'> {
  const byVerdict = Map.groupBy(results, reportVerdict);
  const count = (verdict: ReportVerdict) => byVerdict.get(verdict)?.length ?? 0;
  return {
    pass: count('pass'),
    fail: count('fail'),
    known: count('known'),
    info: count('info'),
    not_testable: count('not-testable'),
    error: count('error'),
  };
}

/** The label of each verdict in reports. */
export const verdictLabels: Readonly<Record<ReportVerdict, string>> = {
  fail: 'fail',
  known: 'known failure',
  error: 'error',
  info: 'info',
  pass: 'pass',
  'not-testable': 'not testable',
};

/** The cost of one operation in a run. */
export interface Spend {
  readonly operation: string;
  readonly calls: number;
  /** USD. */
  readonly usd: string;
}

/** Sums payments by operation, the largest sum first. */
export function spendOf(settlements: readonly Settlement[]): readonly Spend[] {
  return [...Map.groupBy(settlements, ({ operation }) => operation)]
    .map(([operation, own]) => ({
      operation,
      calls: own.length,
      micro: own.reduce((sum, { usd }) => sum + (parseUsd(usd) ?? 0n), 0n),
    }))
    .sort((a, b) => Number(b.micro - a.micro))
    .map(({ operation, calls, micro }) => ({ operation, calls, usd: formatUsd(micro) }));
}
