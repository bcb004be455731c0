import type { Outcome } from '../check/outcome.ts';
import type { Contract, Tier } from '../contract/contract.ts';
import type { Reason } from '../http/interruption.ts';

/** The parts of a result that its coverage depends on. */
export interface CoveredRule {
  readonly rule: string;
  readonly area: string;
  readonly operation?: string;
  readonly statements: readonly string[];
  readonly tier: Tier;
  readonly verdict: Outcome['verdict'];
  readonly reason?: Reason;
  readonly unobservable?: true;
  readonly detail?: string;
}

/** The share of the stated rules that a run has judged: all rules of tier must but those that nothing on this host could show. */
export interface Coverage extends Share {
  /** By area, in alphabetical order. */
  readonly areas: readonly (Share & { readonly area: string })[];
  /** By section of the documents, in alphabetical order; a rule counts in each section that it follows from. */
  readonly sections: readonly (Share & { readonly section: string })[];
  /** The stated rules that were not judged, by their reasons. */
  readonly rest: readonly UnjudgedGroup[];
  /** True where nothing but the means and the budget of the run kept a stated rule from being judged, or a limit that the contract names. */
  readonly whole: boolean;
}

/** Stated rules and those of them that were judged. */
export interface Share {
  readonly stated: number;
  readonly judged: number;
}

/** Rules that were not judged for one reason. */
export interface UnjudgedGroup {
  readonly reason: Reason | 'error';
  readonly detail: string;
  /** Operations of the rules, where each has one. */
  readonly operations: readonly string[];
  readonly rules: readonly string[];
}

/** Computes which stated rules the results judge. */
export function coverageOf(results: readonly CoveredRule[], statements: Contract['statements']): Coverage {
  const stated = results.filter(({ tier, reason }) => tier === 'must' && reason !== 'open');
  const sectionsOf = ({ statements: own }: CoveredRule) => [
    ...new Set(own.flatMap((id) => statements[id]?.section ?? [])),
  ];
  return {
    ...shareOf(stated),
    areas: groupsBy(stated, ({ area }) => [area]).map(([area, own]) => ({ area, ...shareOf(own) })),
    sections: groupsBy(stated, sectionsOf).map(([section, own]) => ({ section, ...shareOf(own) })),
    rest: restOf(stated),
    whole: stated.every(
      ({ reason, unobservable }) =>
        reason === undefined || reason === 'means' || reason === 'budget' || (reason === 'suite' && unobservable),
    ),
  };
}

function isJudged({ verdict }: CoveredRule): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

function shareOf(stated: readonly CoveredRule[]): Share {
  return { stated: stated.length, judged: stated.filter(isJudged).length };
}

function groupsBy(
  results: readonly CoveredRule[],
  keysOf: (result: CoveredRule) => readonly string[],
): readonly (readonly [string, readonly CoveredRule[]])[] {
  const groups = new Map<string, CoveredRule[]>();
  for (const result of results) {
    for (const key of keysOf(result)) groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

function restOf(stated: readonly CoveredRule[]): readonly UnjudgedGroup[] {
  const left = stated.filter((result) => !isJudged(result));
  return [...Map.groupBy(left, ({ reason = 'error', detail = '' }) => `${reason} ${detail}`).values()].map((group) => ({
    reason: group[0]?.reason ?? 'error',
    detail: group[0]?.detail ?? '',
    operations: [...new Set(group.flatMap(({ operation }) => operation ?? []))],
    rules: group.map(({ rule }) => rule),
  }));
}

/** The coverage in one sentence: "2637 of 2706 stated rules judged; 4 need the control API; 65 need what search served". */
export function coverageText({ stated, judged, rest }: Coverage): string {
  const parts = (['budget', 'means', 'unserved', 'suite', 'error'] as const).flatMap((reason) => {
    const own = rest.filter((group) => group.reason === reason);
    return own.length > 0 ? partsOf(reason, own) : [];
  });
  return [`${judged} of ${stated} stated rules judged`, ...parts].join('; ');
}

function partsOf(reason: UnjudgedGroup['reason'], groups: readonly UnjudgedGroup[]): readonly string[] {
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  if (reason === 'budget') return [`${count} left out by the budget of requests`];
  if (reason === 'suite') return [`${count} beyond the suite`];
  if (reason === 'error') return [`${count} with an error`];
  if (reason === 'means') return [`${count} not judged for lack of means`];
  const operations = [...new Set(groups.flatMap((group) => group.operations))];
  const named = operations.slice(0, 3).join(', ') + (operations.length > 3 ? ` and ${operations.length - 3} more` : '');
  return [`${count} not judged, because ${named || 'the target'} did not serve what they need`];
}
