import { causesOf } from './causes.ts';
import { terminalText } from './escape/terminal.ts';
import type { News } from './news.ts';
import type { Report, RuleResult } from './report.ts';

/** Rows of a list that are printed; the report has the others. */
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
    ...listed(
      'fails',
      causesOf(failing).map(({ finding, rules: [first = '', ...others] }) => {
        const repeat = failing.find(({ rule }) => rule === first)?.repeat;
        return [named(first, others), finding, repeat];
      }),
    ),
    ...listed(
      'passes',
      passing.map(({ rule, summary }) => [rule, summary]),
    ),
    ...listed(
      'not judged',
      [...Map.groupBy(unjudged, ({ detail, summary }) => detail ?? summary)].map(([detail, own]) => {
        const [first = '', ...others] = own.map(({ rule }) => rule);
        return [named(first, others), detail];
      }),
    ),
  ];
  return `${lines.map(terminalText).join('\n')}\n`;
}

/** Rules, the sentence that is news of them, and the command that repeats it. */
type Row = readonly [rules: string, sentence: string, repeat?: string | undefined];

function listed(word: string, rows: readonly Row[]): readonly string[] {
  const more = rows.length - maxRows;
  return [
    ...rows
      .slice(0, maxRows)
      .flatMap(([names, sentence, repeat]) => [
        `  ${word}  ${names}  ${sentence}`,
        ...(repeat === undefined ? [] : [`    repeat  ${repeat}`]),
      ]),
    ...(more > 0 ? [`  ${word}  ${more} more`] : []),
  ];
}

/** A rule, and how many others there is the same to say of. */
function named(first: string, { length }: readonly string[]): string {
  return length === 0 ? first : `${first} and ${length} more`;
}

function rules({ length }: readonly RuleResult[]): string {
  return length === 1 ? '1 rule' : `${length} rules`;
}

function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
