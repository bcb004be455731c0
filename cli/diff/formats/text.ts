import { pc } from '#conformance/report/colors.ts';
import type { Level, Place, Reader } from '#generators/compare/change.ts';
import type { Burst, Witness } from '#generators/compare/witness.ts';
import { count } from '../../diagnostics.ts';
import { type DiffReport, levels, type ReportedChange, readers, worst } from '../report.ts';

const paint: Readonly<Record<Level, (text: string) => string>> = {
  breaking: pc.red,
  risky: pc.yellow,
  compatible: pc.green,
};

/** Lays a report out for a terminal, for some readers. */
export function textOf(report: DiffReport, chosen: readonly Reader[]): string {
  const lines = report.changes.flatMap((change) => [...changeLines(change, chosen), '']);
  if (report.accepted.length > 0) lines.push(`${count(report.accepted.length, 'change')} accepted by the baseline.`);
  for (const entry of report.stale) lines.push(`The baseline accepts "${entry}", which is no change any more.`);
  for (const { subject, by } of report.equivalences)
    lines.push(`${pc.dim('same')} ${subject} is written differently (${by})`);
  return [...lines, summaryOf(report, chosen)].join('\n');
}

/** The counts of a report in one line for each reader. */
export function summaryOf({ summary, before, after }: DiffReport, chosen: readonly Reader[]): string {
  const lines = chosen.map((reader) => {
    const parts = levels.map((level) => `${summary[reader][level]} ${level}`);
    return `for ${reader}: ${parts.join(', ')}`;
  });
  const total = levels.reduce((sum, level) => sum + summary.callers[level], 0);
  return [`${count(total, 'change')} from ${before} to ${after}`, ...lines].join('\n  ');
}

function changeLines(change: ReportedChange, chosen: readonly Reader[]): string[] {
  const level = worst(change, chosen);
  const each = readers.map((reader) => `${reader} ${paint[change.levels[reader]](change.levels[reader])}`);
  const place = placeText(change.after) ?? placeText(change.before);
  return [
    `${paint[level](level)} ${pc.bold(change.kind)}  ${change.sentence}`,
    `  for        ${each.join(', ')}`,
    ...(place === undefined ? [] : [`  at         ${place}`]),
    ...(change.hosts.length > 0 ? [`  hosts      ${change.hosts.join(', ')}`] : []),
    ...(change.statements.length > 0 ? [`  statements ${change.statements.join(', ')}`] : []),
    `  why        ${change.reason}`,
    `  do         ${change.advice}`,
    ...(change.witness ? [`  witness    ${witnessText(change.witness)}`] : []),
    ...(change.curl === undefined ? [] : [`  request    ${change.curl}`]),
    ...(change.run === undefined ? [] : [`  lost rule  ${lostText(change)}`]),
  ];
}

/** A place as `file:line`. */
export function placeText(place: Place | undefined): string | undefined {
  return place && `${place.file}:${place.line}`;
}

/** The conditions of a step of a trace. */
function conditions(given: Readonly<Record<string, boolean>> = {}): string {
  const all = Object.entries(given).map(([name, holds]) => `${holds ? '' : 'not '}${name}`);
  return all.length > 0 ? ` (${all.join(', ')})` : '';
}

/** The request beside a witness and the JSON report have long texts whole. */
function withoutLongTexts(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= 80) return value;
  return `${value.slice(0, 40)}… (${value.length} characters)`;
}

function burstText({ at, calls }: Burst): string {
  return at === 0 ? `${calls} calls at once` : `${calls} more after ${at} seconds`;
}

/** The rule that a change takes away, with the run that shows it. */
export function lostText({ lostRule, run }: ReportedChange): string {
  return `\`${lostRule?.rule}\` is gone; the newer one refuses it: ${run}`;
}

/** Describes a witness in one line, with the names that its fields have in the newer release. */
export function witnessText(witness: Witness): string {
  const fields = ('operation' in witness && witness.fields) || [];
  const names = fields.map(({ path, name }) => `\`${path.join('.')}\` is called \`${name}\``);
  return [claimText(witness), ...(names.length > 0 ? [`in the newer one ${names.join(', ')}`] : [])].join('; ');
}

function claimText(witness: Witness): string {
  const show = (value: unknown) => JSON.stringify(value, withoutLongTexts);
  const side = (which: 'before' | 'after') => (which === 'before' ? 'older' : 'newer');
  switch (witness.claim) {
    case 'request':
      return `${show(witness.request)} is accepted by the ${side(witness.accepted)} one only`;
    case 'response':
      return `HTTP ${witness.status} ${witness.part} ${show(witness.value)} is allowed by the ${side(witness.allowed)} one only`;
    case 'price':
      return `${show(witness.request)} costs ${witness.before} USD before and ${witness.after} USD after`;
    case 'trace':
      return `${[...witness.events.map((event, index) => `${event}${conditions(witness.given[index])}`), `(${witness.ends})`].join(' → ')} is accepted by the ${side(witness.accepted)} one only`;
    case 'calls':
      return `${witness.calls.map(burstText).join(', ')} are served by the ${side(witness.accepted)} one only`;
    case 'outcome':
      return `${witness.of.join('.')} is ${show(witness.before)} before and ${show(witness.after)} after`;
  }
}
