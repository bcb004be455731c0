import { markdownCode, markdownText } from './escape/markdown.ts';
import { type Report, type RuleResult, reportVerdict, spendOf, verdictLabels } from './report.ts';

/** Rows of a list that a summary shows; the report has the others. */
const maxRows = 50;

/** Characters of a summary: GitHub takes up to 65,535 in a comment. */
const maxLength = 60_000;

/** Writes a report as the Markdown summary of a job, with as many rows of each list as it has room for. */
export function renderMarkdown(report: Report): string {
  const whole = markdownOf(report, maxRows);
  return whole.length < maxLength ? whole : shortened(report);
}

/** The longest summary that is short enough. */
function shortened(report: Report): string {
  for (let rows = maxRows / 2; rows >= 1; rows = Math.floor(rows / 2)) {
    const text = markdownOf(report, rows);
    if (text.length < maxLength) return text;
  }
  return markdownOf(report, 0);
}

function markdownOf(report: Report, rows: number): string {
  const { summary, coverage, target, level, seed, results, causes, partial, stale = [], settlements, history } = report;
  const of = (word: ReturnType<typeof reportVerdict>) => results.filter((result) => reportVerdict(result) === word);
  const mark =
    summary.fail > 0 || stale.length > 0 ? '❌' : summary.error > 0 || partial || !coverage.whole ? '⚠️' : '✅';
  const listed = sectionsWith(rows);
  const latest = history?.changes.filter(({ at }) => at === report.started) ?? [];
  const sections = [
    `## ${mark} Conformance of ${markdownText(target.host)}`,
    `${markdownText(target.url)}, level ${level}, seed ${seed}: ${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s.`,
    partial && `> **Incomplete.** ${markdownText(partial)}`,
    table(
      ['fail', 'known failure', 'pass', 'info', 'not testable', 'error'],
      [[summary.fail, summary.known, summary.pass, summary.info, summary.not_testable, summary.error].map(String)],
    ),
    `${coverage.judged} of ${coverage.stated} stated rules judged.`,
    ...listed('Likely causes', causes, ['finding', 'failed rules'], ({ finding, rules }) => [
      markdownText(finding),
      rules.length === 1
        ? markdownCode(rules[0] ?? '')
        : `${markdownCode(rules[0] ?? '')} and ${rules.length - 1} more`,
    ]),
    ...listed('Failed rules', of('fail'), ['rule', 'requirement', 'finding', 'statements'], (result) => [
      markdownCode(result.rule),
      markdownText(result.summary),
      markdownText(findingOf(result)),
      markdownText(result.statements.join(', ')),
    ]),
    ...listed('Not judged', coverage.rest, ['why', 'stated rules'], ({ detail, rules }) => [
      markdownText(detail),
      String(rules.length),
    ]),
    ...listed('Known failures that pass', stale, ['remove from the baseline'], (rule) => [markdownCode(rule)]),
    ...listed('Known failures', of('known'), ['rule', 'reason'], ({ rule, known = '' }) => [
      markdownCode(rule),
      markdownText(known),
    ]),
    ...listed('Changed since the last run', latest, ['rule', 'before', 'now'], ({ rule, from, to }) => [
      markdownCode(rule),
      verdictLabels[from],
      verdictLabels[to],
    ]),
    ...listed('Payments', spendOf(settlements), ['operation', 'calls', 'USD'], ({ operation, calls, usd }) => [
      markdownCode(operation),
      String(calls),
      usd,
    ]),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function findingOf({ detail, actual }: RuleResult): string {
  const text = detail ?? JSON.stringify(actual) ?? '';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function sectionsWith(rows: number) {
  return <T>(title: string, items: readonly T[], head: readonly string[], row: (item: T) => string[]): string[] => {
    if (items.length === 0) return [];
    const more = items.length > rows ? [`… and ${items.length - rows} more.`] : [];
    return [`### ${title}`, ...(rows > 0 ? [table(head, items.slice(0, rows).map(row))] : []), ...more];
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
