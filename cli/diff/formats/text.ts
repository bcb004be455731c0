import { pc } from '#conformance/report/colors.ts';
import { terminalLines, terminalText } from '#conformance/report/escape/terminal.ts';
import type { Level, Place, Reader } from '#generators/compare/change.ts';
import type { Witness } from '#generators/compare/witness.ts';
import { count } from '../../diagnostics.ts';
import { type ChangeGroup, groupsOf } from '../groups.ts';
import { burstText, effectOf, isForCallers, isNoticed, wordsFor } from '../reader-words.ts';
import { type DiffReport, levels, type ReportedChange, readers } from '../report.ts';

const paint: Readonly<Record<Level, (text: string) => string>> = {
  breaking: pc.red,
  risky: pc.yellow,
  compatible: pc.green,
};

/** Lays a report out for a terminal, for some readers. */
export function textOf(report: DiffReport, chosen: readonly Reader[]): string {
  const shown = shownChanges(report, chosen);
  const lines = groupsOf(shown, chosen, report.changes).flatMap((group) => [...groupLines(group, chosen), '']);
  if (report.accepted.length > 0) lines.push(`${count(report.accepted.length, 'change')} accepted by the baseline.`);
  for (const entry of report.stale)
    lines.push(`The baseline accepts "${terminalText(entry)}", which is no change any more.`);
  for (const { subject, by } of isForCallers(chosen) ? [] : report.equivalences)
    lines.push(`${pc.dim('written differently')} ${terminalText(subject)}: ${by}`);
  return [...lines, terminalLines(summaryOf(report, chosen))].join('\n');
}

/** The changes of a report that its readers notice. */
export function shownChanges({ changes }: DiffReport, chosen: readonly Reader[]): readonly ReportedChange[] {
  return isForCallers(chosen) ? changes.filter(isNoticed) : changes;
}

/** The counts of a report in one line for each reader. */
export function summaryOf(report: DiffReport, chosen: readonly Reader[]): string {
  const { summary, before, after, changes } = report;
  const lines = chosen.map((reader) => {
    const parts = levels.map((level) => `${summary[reader][level]} ${level}`);
    return `for ${reader}: ${parts.join(', ')}`;
  });
  const total = levels.reduce((sum, level) => sum + summary.callers[level], 0);
  const hidden = changes.length - shownChanges(report, chosen).length;
  const left = hidden > 0 ? `; ${hidden} that callers do not notice are left out` : '';
  return [`${count(total, 'change')} from ${before} to ${after}${left}`, ...lines].join('\n  ');
}

function groupLines({ headline, level, changes: [first, ...more] }: ChangeGroup, chosen: readonly Reader[]): string[] {
  return [
    `${paint[level](level)} ${pc.bold(first.kind)}  ${terminalText(headline)}`,
    ...factsOf(first, chosen).map(([name, text]) => `  ${name.padEnd(10)} ${terminalText(text)}`),
    ...more.map(({ sentence }) => `  also       ${terminalText(sentence)}`),
  ];
}

/** The facts of a change that a report shows beside its sentence, by name; callers get only those that concern them. */
export function factsOf(change: ReportedChange, chosen: readonly Reader[]): [name: string, text: string][] {
  const { levels: own, operations, fields, hosts, statements, reason, advice, witness, curl, run } = change;
  const facts = isForCallers(chosen)
    ? { now: effectOf(change), why: wordsFor(reason, chosen), do: adviceFor(change, chosen) }
    : {
        for: readers.map((reader) => `${reader} ${own[reader]}`).join(', '),
        statements: statements.join(', '),
        why: reason,
        do: advice,
        witness: witness && witnessText(witness),
      };
  const places = {
    at: placeText(change.after) ?? placeText(change.before),
    hosts: hosts.join(', '),
    operations: operations && some(operations),
    fields: fields && some(fields),
    ...facts,
    request: curl,
    'lost rule': run === undefined || isForCallers(chosen) ? undefined : lostText(change),
  };
  return Object.entries(places).flatMap(([name, text]): [string, string][] => (text ? [[name, text]] : []));
}

/** A list with as many items as a reader looks at; the JSON report has all. */
function some(items: readonly string[]): string {
  const more = items.length - maxListed;
  return [...items.slice(0, maxListed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

const maxListed = 12;

/** The advice on a change to its readers; nothing is to be done where it breaks nothing. */
function adviceFor(change: ReportedChange, chosen: readonly Reader[]): string {
  return change.levels.callers === 'compatible' ? '' : wordsFor(change.advice, chosen);
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
      return `${[...witness.events.map((event, index) => `${event}${conditions(witness.given[index])}`), `(${[witness.ends, ...witness.effects].join(', ')})`].join(' → ')} is accepted by the ${side(witness.accepted)} one only`;
    case 'calls':
      return `${witness.calls.map(burstText).join(', ')} are served by the ${side(witness.accepted)} one only`;
    case 'outcome':
      return `${witness.of.join('.')} is ${show(witness.before)} before and ${show(witness.after)} after`;
  }
}
