import Table from 'cli-table3';
import { createColors } from 'picocolors';
import type { Contract } from '../contract/contract.ts';
import { mapTexts } from '../json/map-texts.ts';
import { type Report, type ReportVerdict, type RuleResult, reportVerdict } from './report.ts';

/** How a text is laid out. */
export interface TextOptions {
  readonly colors: boolean;
  /** Statements by id; a finding quotes those it rests on. */
  readonly statements: Contract['statements'];
}

/** Writes a report for people: findings first, then the summary, then what was not tested and why. */
export function renderText(report: Report, { colors, statements }: TextOptions): string {
  const paint = createColors(colors);
  const { summary } = report;
  const results = mapTexts(report.results, visible);
  const of = (word: ReportVerdict) => results.filter((result) => reportVerdict(result) === word);

  const sections = [
    report.partial && `${paint.yellow('not whole')} ${report.partial}`,
    ...of('fail').map((result) => finding(paint.red(paint.bold('fail')), result, statements, paint)),
    ...of('info').map((result) => finding(paint.cyan('info'), result, statements, paint)),
    ...(report.stale ?? []).map(
      (rule) => `${paint.red(paint.bold('fixed'))} ${paint.bold(rule)}  It is in the baseline and holds: take it out.`,
    ),
    ...grouped(of('known'), paint.yellow('known'), 'broken as the baseline says', paint.dim),
    ...grouped(of('error'), paint.yellow('error'), 'could not be judged', paint.dim),
    table(results, colors),
    ...grouped(of('not-testable'), paint.dim('not testable'), 'here', paint.dim),
    settlements(report, colors),
    verdictLine(report, paint),
    paint.dim(
      `${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s, level ${report.level}, seed ${report.seed}`,
    ),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

type Paint = ReturnType<typeof createColors>;

function finding(word: string, result: RuleResult, statements: Contract['statements'], paint: Paint): string {
  const { rule, summary, detail, expected, actual, at, curl, sequence, repeat } = result;
  const shows = [
    detail,
    expected !== undefined && `expected  ${oneLine(expected)}`,
    actual !== undefined && `actual    ${oneLine(actual)}${at ? ` at ${at}` : ''}`,
    ...result.statements.slice(0, 3).map((id) => paint.dim(`${id}  ${statements[id]?.text ?? ''}`)),
    sequence && ['sequence', ...sequence.map((line) => `    ${paint.dim(line)}`)].join('\n'),
    curl && !sequence && `request   ${paint.dim(curl)}`,
    repeat && `repeat    ${repeat}`,
  ];
  const lines = shows.filter((line) => typeof line === 'string').map((line) => `  ${line}`);
  return [`${word} ${paint.bold(rule)}  ${summary}`, ...lines].join('\n');
}

/** One paragraph for each reason, with the rules it holds for. */
function grouped(results: readonly RuleResult[], word: string, what: string, dim: (text: string) => string): string[] {
  const byReason = Map.groupBy(results, ({ known, detail }) => known ?? detail ?? '');
  return [...byReason].map(([reason, rules]) => {
    const names = rules.map(({ rule }) => rule);
    const few = names.slice(0, 6).join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : '');
    return `${word} ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} ${what}: ${reason}\n  ${dim(few)}`;
  });
}

function table(results: readonly RuleResult[], colors: boolean): string {
  const rows = new Table({
    head: ['area', 'pass', 'fail', 'info', 'not testable', 'error'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
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
    ]);
  }
  return rows.toString();
}

/** Every payment of the run, so that it can be found again in the books. */
function settlements({ settlements, summary }: Report, colors: boolean): string | undefined {
  if (settlements.length === 0) return undefined;
  const rows = new Table({
    head: ['operation', 'USD', 'payer', 'transaction', 'time'],
    colAligns: ['left', 'right', 'left', 'left', 'left'],
    style: colors ? { head: ['bold'], border: ['gray'], compact: true } : { head: [], border: [], compact: true },
  });
  for (const { operation, usd, payer, transaction, time, state } of settlements) {
    rows.push(
      [operation, usd, payer, transaction ?? (state === 'open' ? 'not known' : 'none told'), time].map(visible),
    );
  }
  return `${settlements.length === 1 ? '1 payment' : `${settlements.length} payments`}, ${summary.spent_usd} USD\n${rows}`;
}

function verdictLine({ summary, target, stale = [] }: Report, paint: Paint): string {
  const where = `${target.url} (${target.host})`;
  const rules = (count: number, one: string, more: string) =>
    count === 1 ? `1 rule ${one}` : `${count} rules ${more}`;
  const passed = rules(summary.pass, 'holds', 'hold');
  const open = `${summary.not_testable} not testable here`;
  if (summary.fail > 0)
    return paint.red(`✗ ${where}: ${rules(summary.fail, 'is broken', 'are broken')}, ${passed}, ${open}.`);
  if (stale.length > 0)
    return paint.red(
      `✗ ${where}: ${rules(stale.length, 'is', 'are')} known as broken and ${stale.length === 1 ? 'holds' : 'hold'}, ${passed}, ${open}.`,
    );
  if (summary.error > 0)
    return paint.yellow(
      `! ${where}: ${rules(summary.error, 'could not be judged', 'could not be judged')}, ${passed}, ${open}.`,
    );
  return paint.green(`✓ ${where}: ${passed}, ${open}.`);
}

function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Spells control characters out: an answer must not be able to drive the reader's terminal. */
function visible(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
