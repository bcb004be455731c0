import { markdownCode, markdownSentence, markdownText } from '#conformance/report/escape/markdown.ts';
import type { Level, Reader } from '#generators/compare/change.ts';
import { type ChangeGroup, groupsOf } from '../groups.ts';
import { isNoticed } from '../reader-words.ts';
import { type DiffReport, levels, type ReportedChange } from '../report.ts';
import { factsOf, shownChanges } from './text.ts';

/** Characters of a comment that GitHub and GitLab surely take. */
export const maxMarkdown = 60_000;

/** Headings by level, for callers and for all readers. */
export const headings: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  risky: 'Risky',
  compatible: 'Compatible',
};

/**
 * Lays a report out for a comment on a pull request or a message to customers: one line for each cause, details folded.
 *
 * It has at most `limit` characters: what does not fit is counted, the last ones first.
 */
export function markdownOf(report: DiffReport, chosen: readonly Reader[], limit = maxMarkdown): string {
  const groups = groupsOf(shownChanges(report, chosen), chosen, report.changes);
  const head = [
    `## ${markdownCode(report.before)} → ${markdownCode(report.after)}`,
    '',
    '| for | breaking | risky | compatible |',
    '|---|---|---|---|',
    ...chosen.map((reader) => `| ${[reader, ...levels.map((level) => report.summary[reader][level])].join(' | ')} |`),
    ...(report.accepted.length > 0 ? ['', `${report.accepted.length} more are accepted by the baseline.`] : []),
    ...report.stale.map((entry) => `\nThe baseline accepts ${markdownCode(entry)}, which is no change any more.`),
  ];
  // Space for the headings, and for the line that counts what is left out.
  let left = limit - head.join('\n').length - 400;
  const lines: string[] = [];
  let level: Level | undefined;
  for (const [index, group] of groups.entries()) {
    // A line without its details says more than nothing.
    const fitting = [item(group, chosen), headlineOf(group)].find((text) => text.length < left);
    if (fitting === undefined) {
      lines.push('', `… and ${groups.length - index} more. \`--rest FILE\` writes all of them to a file.`);
      break;
    }
    if (group.level !== level) lines.push('', `### ${headings[group.level]}`, '');
    level = group.level;
    lines.push(fitting);
    left -= fitting.length + 1;
  }
  return [...head, ...(groups.length > 0 ? lines : ['', 'Nothing changed in meaning.'])].join('\n');
}

function headlineOf({ headline, changes: [{ kind }] }: ChangeGroup): string {
  return `- ${markdownSentence(headline)} (${markdownCode(kind)})`;
}

function item(group: ChangeGroup, chosen: readonly Reader[]): string {
  const [first, ...more] = group.changes;
  const details = [
    ...factsOf(first, chosen).flatMap(([name, text]) => fact(name, text)),
    ...more.map(({ sentence }) => `  - ${markdownSentence(sentence)}`),
  ];
  return [headlineOf(group), '', '  <details><summary>Details</summary>', '', ...details, '', '  </details>', ''].join(
    '\n',
  );
}

function fact(name: string, text: string): string[] {
  if (name === 'request') return shellLines(text);
  return [`  - ${markdownText(name)}: ${isCode.has(name) ? markdownCode(text) : markdownSentence(text)}`];
}

const isCode = new Set(['at', 'witness']);

/** A request as a block of code, with a fence that is longer than any in it. */
function shellLines(line: string): string[] {
  const longest = Math.max(2, ...[...line.matchAll(/`+/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return [`  - request:`, '', `    ${fence}sh`, `    ${line}`, `    ${fence}`, ''];
}

/** The report of a whole comparison as Markdown, whatever its length. */
export function wholeMarkdownOf(report: DiffReport, chosen: readonly Reader[]): string {
  return markdownOf(report, chosen, Number.POSITIVE_INFINITY);
}

/** The changes that customers notice, as the entries of a changelog. */
export function draftOf(title: string, changes: readonly ReportedChange[]): string {
  const chosen = ['callers'] as const;
  const groups = groupsOf(changes.filter(isNoticed), chosen, changes);
  const parts = levels.flatMap((level) => {
    const found = groups.filter((group) => group.level === level);
    const lines = found.map(({ headline, changes: [{ hosts }] }) => {
      const on = hosts.length > 0 ? ` (${hosts.map(markdownText).join(', ')})` : '';
      return `- ${markdownSentence(headline)}${on}.`;
    });
    return found.length === 0 ? [] : ['', `### ${customerHeadings[level]}`, '', ...lines];
  });
  return [`## ${title}`, ...(parts.length > 0 ? parts : ['', 'Callers notice no change.'])].join('\n');
}

const customerHeadings: Readonly<Record<Level, string>> = {
  breaking: 'Breaks callers',
  risky: 'May break callers',
  compatible: 'New and improved',
};
