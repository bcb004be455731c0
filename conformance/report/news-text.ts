import { terminalText } from './escape/terminal.ts';
import type { News } from './news.ts';
import type { Report, RuleResult } from './report.ts';

/** Rules of a list that are printed; the report has the others. */
const maxRows = 20;

/** Writes news as text; empty if there are none, so that cron sends no mail. */
export function renderNews({ since, failing, passing, unjudged }: News, { target, started }: Report): string {
  const counts = [
    failing.length > 0 && `${rules(failing)} began to fail`,
    passing.length > 0 && `${rules(passing)} ${passing.length === 1 ? 'passes' : 'pass'} again`,
    unjudged.length > 0 && `${rules(unjudged)} no longer judged`,
  ].filter((count) => count !== false);
  if (counts.length === 0) return '';
  const lines = [
    `${target.url} (${target.host}) at ${minute(started)}: ${counts.join(', ')} since ${minute(since)}`,
    ...listed('fails', failing),
    ...listed('passes', passing),
    ...listed('not judged', unjudged),
  ];
  return `${lines.map(terminalText).join('\n')}\n`;
}

function listed(word: string, results: readonly RuleResult[]): readonly string[] {
  const more = results.length - maxRows;
  return [
    ...results
      .slice(0, maxRows)
      .flatMap(({ rule, verdict, summary, detail, repeat }) => [
        `  ${word}  ${rule}  ${verdict === 'pass' ? summary : (detail ?? summary)}`,
        ...(verdict === 'fail' && repeat !== undefined ? [`    repeat  ${repeat}`] : []),
      ]),
    ...(more > 0 ? [`  ${word}  ${more} more`] : []),
  ];
}

function rules({ length }: readonly RuleResult[]): string {
  return length === 1 ? '1 rule' : `${length} rules`;
}

function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
