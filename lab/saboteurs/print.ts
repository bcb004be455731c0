import { isDeepStrictEqual } from 'node:util';
import { append } from '@hyperjump/json-pointer';
import { fieldsOf } from '#conformance/common/json.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Coverage } from './coverage.ts';
import type { Judgement } from './judge.ts';
import type { Shown } from './proxy.ts';
import type { Saboteur } from './saboteur.ts';

/** Messages and differences that are printed of a saboteur at most. */
const maxPrinted = { messages: 5, differences: 12, text: 160 };

/** Prints what a saboteur changes: requests with the values of their responses before and after. */
export function printShown({ id, breaks }: Saboteur, sentence: string, shown: readonly Shown[]): void {
  console.log(`${pc.bold(id)} ${breaks}\n  It breaks: ${sentence}`);
  if (shown.length === 0) console.log(pc.yellow('  It changed no message. Give it a probe, or mend its conditions.'));
  for (const { request, sent = request, before, after } of shown.slice(0, maxPrinted.messages)) {
    console.log(`  ${request.method} ${request.path} ${short(request.query)} ${short(request.body)}`);
    const changes = differencesOf(request, sent).map((line) => `request ${line}`);
    const differences = [...changes, ...differencesOf(before, after).map((line) => `response ${line}`)];
    for (const line of differences.slice(0, maxPrinted.differences)) console.log(`    ${line}`);
    if (differences.length === 0) console.log('    Both messages are the same: only a delay or a charge differs.');
  }
  if (shown.length > maxPrinted.messages) console.log(`  and ${shown.length - maxPrinted.messages} more`);
}

const paint = { found: pc.green, missed: pc.red, 'not-shown': pc.yellow };

/** Prints the verdict on a saboteur. */
export function printJudgement({ saboteur, verdict, by, names, unsent, shown }: Judgement, sentence: string): void {
  const { id, statement, breaks } = saboteur;
  console.log(`${paint[verdict](verdict)} ${pc.bold(id)} (${statement}, ${shown} messages changed)`);
  if (verdict === 'found') console.log(`  by ${by.join(', ')}${names ? '' : ', of other statements'}`);
  else console.log(`  ${breaks}\n  It breaks: ${sentence}`);
  if (unsent) console.log('  Only its probe shows it: the suite sends no such request.');
}

/** Prints how many saboteurs have each verdict; returns the exit code. */
export function printTotals(judged: readonly Pick<Judgement, 'verdict' | 'names'>[]): number {
  const of = (wanted: Judgement['verdict']) => judged.filter(({ verdict }) => verdict === wanted).length;
  const named = judged.filter(({ names }) => names).length;
  console.log(
    `${judged.length} saboteurs: ${of('found')} found, ${named} of them by a rule of their statement; ` +
      `${of('missed')} missed; ${of('not-shown')} not shown.`,
  );
  return of('found') === judged.length ? 0 : 1;
}

/** Prints which statements lack a saboteur; returns the exit code. */
export function printCoverage({ testable, missing, excused }: Coverage): number {
  for (const { id, section, text } of missing) console.log(`${pc.red('no saboteur')} ${id}  ${section}: ${text}`);
  for (const { statement, reason } of excused) console.log(`${pc.dim('needs none')} ${statement.id}  ${reason}`);
  const broken = testable.length - missing.length;
  console.log(
    `${broken} of ${testable.length} testable statements have a saboteur; ${excused.length} statements need none.`,
  );
  return missing.length === 0 ? 0 : 1;
}

function differencesOf(before: unknown, after: unknown, pointer = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, changed] = [entriesOf(before), entriesOf(after)];
  if (!old || !changed) return [`${pointer}: ${short(before)} -> ${short(after)}`];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(changed)])];
  return keys.flatMap((key) => differencesOf(old[key], changed[key], append(key, pointer)));
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(value)) return { ...value };
  return typeof value === 'object' && value !== null ? fieldsOf(value) : undefined;
}

function short(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > maxPrinted.text ? `${text.slice(0, maxPrinted.text)}…` : text;
}
