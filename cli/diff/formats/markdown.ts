import type { Level, Reader } from '#generators/compare/change.ts';
import { type DiffReport, levels, type ReportedChange, readers, worst } from '../report.ts';
import { lostText, placeText, witnessText } from './text.ts';

/** Headings by level. */
export const headings: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  risky: 'Risky',
  compatible: 'Compatible',
};

/** Lays a report out for the comment on a pull request. */
export function markdownOf(report: DiffReport, chosen: readonly Reader[]): string {
  const rows = readers.map(
    (reader) => `| ${[reader, ...levels.map((level) => report.summary[reader][level])].join(' | ')} |`,
  );
  const parts = levels.flatMap((level) => {
    const found = report.changes.filter((change) => worst(change, chosen) === level);
    return found.length === 0 ? [] : ['', `### ${headings[level]}`, '', ...found.map((change) => item(change))];
  });
  return [
    `## ${code(report.before)} → ${code(report.after)}`,
    '',
    '| for | breaking | risky | compatible |',
    '|---|---|---|---|',
    ...rows,
    ...parts,
    ...(report.accepted.length > 0 ? ['', `${report.accepted.length} more are accepted by the baseline.`] : []),
    ...report.stale.map((entry) => `\nThe baseline accepts ${code(entry)}, which is no change any more.`),
  ].join('\n');
}

function item(change: ReportedChange): string {
  const place = placeText(change.after) ?? placeText(change.before);
  const about = [
    readers.map((reader) => `${reader} ${change.levels[reader]}`).join(', '),
    ...(place === undefined ? [] : [code(place)]),
    ...(change.hosts.length > 0 ? [`on ${change.hosts.join(', ')}`] : []),
    ...(change.statements.length > 0 ? [change.statements.join(', ')] : []),
  ];
  const lines = [
    `- **${change.kind}**: ${change.sentence}`,
    `  <br>${about.join(' · ')}`,
    `  <br>${change.reason}. ${change.advice}.`,
    ...(change.witness ? [`  <br>Witness: ${code(witnessText(change.witness))}`] : []),
    ...(change.run === undefined ? [] : [`  <br>Lost rule: ${code(lostText(change))}`]),
  ];
  const shell = change.curl === undefined ? [] : ['', '  ```sh', `  ${change.curl}`, '  ```'];
  return [...lines, ...shell].join('\n');
}

/** Text as code, whatever is in it. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
