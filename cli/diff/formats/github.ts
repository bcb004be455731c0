import { posix } from 'node:path';
import { terminalLines, terminalText } from '#conformance/report/escape/terminal.ts';
import type { Reader } from '#generators/compare/change.ts';
import { wordsFor } from '../reader-words.ts';
import { type DiffReport, worst } from '../report.ts';
import { shownChanges, summaryOf } from './text.ts';

const commands = { breaking: 'error', risky: 'warning', compatible: 'notice' } as const;

/** Writes a report as annotations of GitHub Actions, at the places in the newer specification. */
export function githubOf(report: DiffReport, chosen: readonly Reader[], folder: string): string {
  const lines = shownChanges(report, chosen).map((change) => {
    const { after } = change;
    const at = after ? [`file=${property(posix.join(folder, after.file))}`, `line=${after.line}`] : [];
    const properties = [...at, `title=${property(change.kind)}`].join(',');
    return `::${commands[worst(change, chosen)]} ${properties}::${data(terminalText(`${change.sentence}. ${wordsFor(change.advice, chosen)}.`))}`;
  });
  return [...lines, terminalLines(summaryOf(report, chosen))].join('\n');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
