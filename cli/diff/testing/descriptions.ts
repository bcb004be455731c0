import { expect, test } from 'vitest';
import type { Level } from '#generators/compare/change.ts';
import { readDescription } from '../description.ts';
import { type DiffReport, readers, reportOf, worst } from '../report.ts';
import { unproven } from './unproven.ts';

/** A value that JSON can write. */
export type Value = object | boolean | string | number | null;

/** The verdict for callers: the strictest level, or `none` where nothing changed. */
export type Verdict = Level | 'none';

/** Compares two descriptions; each is a text, or a value that is written as JSON. */
export async function reportOn(before: Value, after: Value): Promise<DiffReport> {
  const text = (value: Value) => (typeof value === 'string' ? value : JSON.stringify(value));
  const sides = [await readDescription('before', text(before)), await readDescription('after', text(after))] as const;
  const report = await reportOf(...sides, readers, []);
  const wrong = unproven(report.changes, ...sides);
  if (wrong.length > 0) throw new Error(`Without proof: ${wrong.join('; ')}`);
  return report;
}

/** The strictest level for callers. */
export function verdictOf({ changes }: Pick<DiffReport, 'changes'>): Verdict {
  const found = changes.map((change) => worst(change, ['callers']));
  return (['breaking', 'risky', 'compatible'] as const).find((level) => found.includes(level)) ?? 'none';
}

/** The changes as lines: level for callers, kind and sentence. */
export function linesOf({ changes }: Pick<DiffReport, 'changes'>): string[] {
  return changes.map(({ levels, kind, sentence }) => `${levels.callers} ${kind}: ${sentence}`);
}

/** A description with these parts; it has no paths where it names none. */
export function description(parts: object, openapi = '3.1.0'): object {
  return { openapi, info: { title: 'Things', version: '1' }, ...(openapi < '3.1' && { paths: {} }), ...parts };
}

/** A description of one operation: `POST /things`. */
export function operation(parts: object, more: object = {}, openapi?: string): object {
  const post = { operationId: 'make', responses: { 200: { description: 'Done' } }, ...parts };
  return description({ paths: { '/things': { post } }, ...more }, openapi);
}

/** A description of one operation that takes a body of a schema as JSON. */
export function request(schema: Value, more?: object, openapi?: string): object {
  return operation({ requestBody: { required: true, content: { 'application/json': { schema } } } }, more, openapi);
}

/** A description of one operation that answers with a schema as JSON. */
export function response(schema: Value, more?: object, openapi?: string): object {
  const content = { 'application/json': { schema } };
  return operation({ responses: { 200: { description: 'Done', content } } }, more, openapi);
}

/** An object with one property. */
export function having(property: Value, more: object = {}): object {
  return { type: 'object', properties: { p: property }, ...more };
}

/** A change with the verdict for callers, and in the other direction where that is given. */
export type Case = readonly [name: string, before: object, after: object, verdict: Verdict, back?: Verdict];

/** Makes a test of each case. */
export function judged(cases: readonly Case[]): void {
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, before, after, verdict, back]) => {
    const report = await reportOn(before, after);
    expect([verdictOf(report), linesOf(report)]).toEqual([verdict, expect.anything()]);
    if (back === undefined) return;
    const reverse = await reportOn(after, before);
    expect([verdictOf(reverse), linesOf(reverse)]).toEqual([back, expect.anything()]);
  });
}
