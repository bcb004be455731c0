import type { Past } from './history.ts';
import { type Report, type ReportVerdict, type RuleResult, reportVerdict } from './report.ts';

/** The verdicts of a run that differ from those of the run before. */
export interface News {
  /** When the run before started, ISO 8601. */
  readonly since: string;
  /** Rules that began to fail. */
  readonly failing: readonly RuleResult[];
  /** Rules that pass again. */
  readonly passing: readonly RuleResult[];
  /** Rules that were judged before, and are not now. */
  readonly unjudged: readonly RuleResult[];
}

/** Compares a run with the run before; a rule that is new and fails has begun to fail. */
export function newsOf(previous: Pick<Past, 'started' | 'results'>, current: Pick<Report, 'results'>): News {
  const verdicts = new Map(previous.results.map((result) => [result.rule, reportVerdict(result)]));
  const changed = (isNews: (from: ReportVerdict | undefined, to: ReportVerdict) => boolean) =>
    current.results.filter((result) => isNews(verdicts.get(result.rule), reportVerdict(result)));
  return {
    since: previous.started,
    failing: changed((from, to) => to === 'fail' && from !== 'fail'),
    passing: changed((from, to) => to === 'pass' && from !== undefined && from !== 'pass'),
    unjudged: changed((from, to) => !isJudged(to) && from !== undefined && isJudged(from)),
  };
}

/** Exit code of a run of which only news count: 1 if a rule began to fail, else 2 if a rule is no longer judged, else 0. */
export function exitCodeOfNews({ failing, unjudged }: News): 0 | 1 | 2 {
  if (failing.length > 0) return 1;
  return unjudged.length > 0 ? 2 : 0;
}

function isJudged(verdict: ReportVerdict): boolean {
  return verdict !== 'not-testable' && verdict !== 'error';
}
