import { posix } from 'node:path';
import type { Reader } from '#generators/compare/change.ts';
import { type DiffReport, worst } from '../report.ts';
import { summaryOf } from './text.ts';

const commands = { breaking: 'error', risky: 'warning', compatible: 'notice' } as const;

/** Writes a report as annotations of GitHub Actions, at the places in the newer specification. */
export function githubOf(report: DiffReport, chosen: readonly Reader[], folder: string): string {
  const lines = report.changes.map((change) => {
    const { after } = change;
    const at = after ? [`file=${property(posix.join(folder, after.file))}`, `line=${after.line}`] : [];
    const properties = [...at, `title=${property(change.kind)}`].join(',');
    return `::${commands[worst(change, chosen)]} ${properties}::${data(`${change.sentence}. ${change.advice}.`)}`;
  });
  return [...lines, summaryOf(report, chosen)].join('\n');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
