import Table from 'cli-table3';
import { createColors } from 'picocolors';
import { mapTexts } from '../common/json.ts';
import type { Contract } from '../contract/contract.ts';
import { reasons } from '../http/interruption.ts';
import { type Coverage, coverageText } from './coverage.ts';
import { terminalLines } from './escape/terminal.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import {
  type Cause,
  type Report,
  type ReportVerdict,
  type RuleResult,
  reportVerdict,
  verdictLabels,
} from './report.ts';
import { differenceOf, excerpt } from './shorten.ts';

/** How a text is laid out. */
export interface TextOptions {
  readonly colors: boolean;
  /** Statements by id; a finding quotes those of its rule. */
  readonly statements: Contract['statements'];
}

/** Writes a report as text: what failed, then what was not judged and why, then the table and the verdict. */
export function renderText(report: Report, { colors, statements }: TextOptions): string {
  const paint = createColors(colors);
  const { summary } = report;
  const results = mapTexts(report.results, terminalLines).map((result) => withoutEnd(result, report));
  const of = (verdict: ReportVerdict) => results.filter((result) => reportVerdict(result) === verdict);

  const sections = [
    report.partial && `${paint.yellow('incomplete')} ${report.partial}`,
    ...report.causes.flatMap((cause) => causeText(cause, of('fail'), statements, paint)),
    ...grouped(of('error'), paint.yellow(verdictLabels.error), paint.dim),
    ...reasons.flatMap((reason) =>
      grouped(
        of('not-testable').filter((result) => result.reason === reason),
        paint.dim(`${verdictLabels['not-testable']} (${reason})`),
        paint.dim,
      ),
    ),
    ...of('info').map((result) => finding(paint.cyan('info'), result, statements, paint)),
    ...(report.stale ?? []).map(
      (rule) =>
        `${paint.red(paint.bold('fixed'))} ${paint.bold(rule)}  Listed in the baseline, but passes: remove it from the baseline.`,
    ),
    ...grouped(of('known'), paint.yellow(verdictLabels.known), paint.dim),
    table(results, report.coverage, colors),
    settlements(report, colors),
    gaps(report),
    verdictLine(report, paint),
    coverageText(report.coverage),
    paint.dim(
      `${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s, level ${report.level}, seed ${report.seed}`,
    ),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** Writes failed rules as text, each with the statement that it follows from and the request that repeats it. */
export function renderFindings(results: readonly RuleResult[], statements: Contract['statements']): string {
  const paint = createColors(false);
  const texts = mapTexts(results, terminalLines).map((result) =>
    finding(verdictLabels[reportVerdict(result)], result, statements, paint),
  );
  return texts.join('\n\n');
}

/** A result that does not say again why the whole run ended. */
function withoutEnd(result: RuleResult, { partial }: Report): RuleResult {
  const [, reason] = /^Not judged: (.+)$/s.exec(result.detail ?? '') ?? [];
  return reason !== undefined && partial?.endsWith(reason) ? { ...result, detail: 'Not judged.' } : result;
}

type Paint = ReturnType<typeof createColors>;

/** The finding that shows a cause, and the names of the other rules that it explains. */
function causeText(
  { rules: [first, ...others] }: Cause,
  failed: readonly RuleResult[],
  statements: Contract['statements'],
  paint: Paint,
): string[] {
  const shown = failed.find(({ rule }) => rule === first);
  if (!shown) return [];
  const text = finding(paint.red(paint.bold('fail')), shown, statements, paint);
  if (others.length === 0) return [text];
  const names = paint.dim(someOf(others));
  return [`${text}\n  probably the same cause as of ${count(others.length, 'other failed rule')}: ${names}`];
}

/** Names that a line has room for. */
const maxNames = 6;

/** The first of some names, and how many more there are. */
function someOf(names: readonly string[]): string {
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Width of the labels of a finding. */
const labelWidth = 11;

/** Statements of a rule that a finding quotes. */
const quotedStatements = 3;

function finding(label: string, result: RuleResult, statements: Contract['statements'], paint: Paint): string {
  const { rule, summary, detail } = result;
  const own = { ...result, statements: result.statements.slice(0, quotedStatements) };
  const evidence = evidenceOf(own, (id) => `${id}: ${statements[id]?.text ?? ''}`);
  const lineOf = (wanted: Evidence['label']) => evidence.find(({ label: name }) => name === wanted)?.lines[0];
  const difference = differenceOf(lineOf('expected'), lineOf('actual'));
  const rows = evidence.flatMap(({ label: name, lines }) =>
    lines.map(
      (line, index) => `  ${(index === 0 ? name : '').padEnd(labelWidth)}${painted(name, line, difference, paint)}`,
    ),
  );
  return [`${label} ${paint.bold(rule)}  ${summary}`, ...(detail === undefined ? [] : [`  ${detail}`]), ...rows].join(
    '\n',
  );
}

/** Characters of a value that a finding shows. */
const valueLength = 300;

/** Values are shortened around their difference; commands to copy stay whole. */
function painted(name: Evidence['label'], line: string, difference: number, { dim }: Paint): string {
  if (name === 'expected' || name === 'actual') return excerpt(line, difference, valueLength);
  return name === 'where' || name === 'repeat' ? line : dim(line);
}

/** One paragraph for each reason, with the rules that have it. */
function grouped(results: readonly RuleResult[], label: string, dim: (text: string) => string): string[] {
  const byReason = Map.groupBy(results, ({ known, detail }) => known ?? detail ?? '');
  return [...byReason].map(([reason, rules]) => {
    const names = rules.map(({ rule }) => rule);
    const few = someOf(names);
    return `${label}, ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}: ${reason}\n  ${dim(few)}`;
  });
}

function table(results: readonly RuleResult[], { areas: shared }: Coverage, colors: boolean): string {
  const shares = new Map(shared.map(({ area, judged, stated }) => [area, `${judged} of ${stated}`]));
  const rows = new Table({
    head: ['area', 'pass', 'fail', 'info', 'not testable', 'error', 'stated rules judged'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: colors ? { head: ['bold'], border: ['gray'], compact: true } : { head: [], border: [], compact: true },
  });
  const areas = Map.groupBy(results, ({ area }) => area);
  for (const [area, own] of [...areas].sort(([a], [b]) => a.localeCompare(b))) {
    const count = (wanted: (result: RuleResult) => boolean) => String(own.filter(wanted).length || '');
    rows.push([
      area,
      count(({ verdict }) => verdict === 'pass'),
      count((result) => reportVerdict(result) === 'fail' || reportVerdict(result) === 'known'),
      count((result) => reportVerdict(result) === 'info'),
      count(({ verdict }) => verdict === 'not-testable'),
      count(({ verdict }) => verdict === 'error'),
      shares.get(area) ?? '',
    ]);
  }
  return rows.toString();
}

/** Every payment of the run, so that it can be found in account records. */
function settlements({ settlements, summary }: Report, colors: boolean): string | undefined {
  if (settlements.length === 0) return undefined;
  const rows = new Table({
    head: ['operation', 'USD', 'payer', 'transaction', 'time'],
    colAligns: ['left', 'right', 'left', 'left', 'left'],
    style: colors ? { head: ['bold'], border: ['gray'], compact: true } : { head: [], border: [], compact: true },
  });
  for (const { operation, usd, payer, transaction, time, state } of settlements) {
    rows.push([operation, usd, payer, transaction ?? (state === 'open' ? 'unknown' : 'none'), time].map(terminalLines));
  }
  const test = settlements.filter((each) => each.test).length;
  const of = test > 0 ? `, ${test} of test money` : '';
  return `${settlements.length === 1 ? '1 payment' : `${settlements.length} payments`}${of}, ${summary.spent_usd} USD\n${rows}`;
}

/** Sections of the documents that are listed; the page of the report has the others. */
const listedSections = 20;

/** The sections of the documents of which the most stated rules were not judged. */
function gaps({ coverage: { sections } }: Report): string | undefined {
  const open = sections.filter(({ judged, stated }) => judged < stated);
  if (open.length === 0) return undefined;
  const listed = open.toSorted((one, other) => other.stated - other.judged - (one.stated - one.judged));
  const rows = listed
    .slice(0, listedSections)
    .map(({ section, judged, stated }) => `  ${section}: ${judged} of ${stated}`);
  const more = open.length - rows.length;
  return [
    `Stated rules judged, by section of the documents (${sections.length - open.length} others: all)`,
    ...rows,
    ...(more > 0 ? [`  and ${more} more with fewer open rules`] : []),
  ].join('\n');
}

function verdictLine({ summary, coverage, target, causes, stale = [] }: Report, paint: Paint): string {
  const { fail, error, pass, known, info, not_testable: notTestable } = summary;
  const counts = [
    fail > 0 && `${fail} failed (${count(causes.length, 'cause')})`,
    stale.length > 0 && `${stale.length} in the baseline passed`,
    error > 0 && `${error} ${error === 1 ? 'error' : 'errors'}`,
    `${pass} passed`,
    known > 0 && `${known} known ${known === 1 ? 'failure' : 'failures'}`,
    info > 0 && `${info} info`,
    `${notTestable} not testable`,
  ];
  const line = `${target.url} (${target.host}): ${counts.filter((count) => count !== false).join(', ')}`;
  if (fail > 0 || stale.length > 0) return paint.red(`✗ ${line}`);
  return error > 0 || !coverage.whole ? paint.yellow(`! ${line}`) : paint.green(`✓ ${line}`);
}
