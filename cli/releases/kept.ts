import type { RuleResult } from '#conformance/report/report.ts';

/** The behavior of a deployment for one rule in two releases. */
export interface KeptRule {
  readonly rule: string;
  /** The verdict by each release; absent where a release does not have the rule. */
  readonly verdicts: readonly [RuleResult['verdict'] | undefined, RuleResult['verdict'] | undefined];
  /** The release that it follows; `untried` if a verdict is missing. */
  readonly keeps: 'older' | 'newer' | 'both' | 'neither' | 'untried';
  /** The failure, or else why a verdict is missing. */
  readonly detail?: string;
}

/** How many rules a deployment keeps by which release. */
export type KeptCounts = Readonly<Record<KeptRule['keeps'], number>>;

/** Compares the verdicts of two releases on one deployment, rule by rule. */
export function keptRules(older: readonly RuleResult[], newer: readonly RuleResult[]): KeptRule[] {
  const [was, is] = [older, newer].map((results) => new Map(results.map((result) => [result.rule, result])));
  const names = [...new Set([...older, ...newer].map(({ rule }) => rule))].sort();
  return names.map((rule) => {
    const [one, other] = [was?.get(rule), is?.get(rule)];
    const telling = ['fail', 'not-testable', 'error'].flatMap((verdict) =>
      [one, other].filter((result) => result?.verdict === verdict),
    );
    const [{ detail } = {}] = telling;
    return {
      rule,
      verdicts: [one?.verdict, other?.verdict],
      keeps: keptOf(one, other),
      ...(detail !== undefined && { detail }),
    };
  });
}

/** How many rules are kept by which release. */
export function countKept(rules: readonly KeptRule[]): KeptCounts {
  const count = (keeps: KeptRule['keeps']) => rules.filter((each) => each.keeps === keeps).length;
  return {
    older: count('older'),
    newer: count('newer'),
    both: count('both'),
    neither: count('neither'),
    untried: count('untried'),
  };
}

/**
 * The release that is kept, by the verdicts of both.
 *
 * A deployment that breaks a rule follows the release without it; one that keeps the rule follows the release with it.
 */
const keptBy: Readonly<Record<string, KeptRule['keeps']>> = {
  'pass pass': 'both',
  'fail fail': 'neither',
  'pass fail': 'older',
  'pass absent': 'older',
  'absent fail': 'older',
  'fail pass': 'newer',
  'absent pass': 'newer',
  'fail absent': 'newer',
};

function keptOf(older: RuleResult | undefined, newer: RuleResult | undefined): KeptRule['keeps'] {
  return keptBy[`${older?.verdict ?? 'absent'} ${newer?.verdict ?? 'absent'}`] ?? 'untried';
}
