import { coverageText } from './coverage.ts';
import { markdownCode, markdownText } from './escape/markdown.ts';
import { type Report, type RuleResult, reportVerdict, spendOf, verdictLabels } from './report.ts';

/** Rows of a list that a summary shows; the report has the others. */
const maxRows = 50;

/** Writes a report as the Markdown summary of a job. */
export function renderMarkdown(report: Report): string {
  const { summary, coverage, target, level, seed, results, causes, partial, stale = [], settlements, history } = report;
  const of = (word: ReturnType<typeof reportVerdict>) => results.filter((result) => reportVerdict(result) === word);
  const mark =
    summary.fail > 0 || stale.length > 0 ? '❌' : summary.error > 0 || partial || !coverage.whole ? '⚠️' : '✅';
  const latest = history?.changes.filter(({ at }) => at === report.started) ?? [];
  const sections = [
    `## ${mark} Conformance of ${markdownText(target.host)}`,
    `${markdownText(target.url)}, level ${level}, seed ${seed}: ${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s.`,
    partial && `> **Incomplete.** ${markdownText(partial)}`,
    table(
      ['fail', 'known failure', 'pass', 'info', 'not testable', 'error'],
      [[summary.fail, summary.known, summary.pass, summary.info, summary.not_testable, summary.error].map(String)],
    ),
    `${markdownText(coverageText(coverage))}.`,
    ...section('Likely causes', causes, ['finding', 'failed rules'], ({ finding, rules }) => [
      markdownText(finding),
      rules.length === 1
        ? markdownCode(rules[0] ?? '')
        : `${markdownCode(rules[0] ?? '')} and ${rules.length - 1} more`,
    ]),
    ...section('Failed rules', of('fail'), ['rule', 'requirement', 'finding', 'statements'], (result) => [
      markdownCode(result.rule),
      markdownText(result.summary),
      markdownText(findingOf(result)),
      markdownText(result.statements.join(', ')),
    ]),
    ...section('Known failures that pass', stale, ['remove from the baseline'], (rule) => [markdownCode(rule)]),
    ...section('Known failures', of('known'), ['rule', 'reason'], ({ rule, known = '' }) => [
      markdownCode(rule),
      markdownText(known),
    ]),
    ...section('Changed since the last run', latest, ['rule', 'before', 'now'], ({ rule, from, to }) => [
      markdownCode(rule),
      verdictLabels[from],
      verdictLabels[to],
    ]),
    ...section('Payments', spendOf(settlements), ['operation', 'calls', 'USD'], ({ operation, calls, usd }) => [
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

function section<T>(title: string, items: readonly T[], head: readonly string[], row: (item: T) => string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > maxRows ? [`… and ${items.length - maxRows} more.`] : [];
  return [`### ${title}`, table(head, items.slice(0, maxRows).map(row)), ...more];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
