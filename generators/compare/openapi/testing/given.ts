import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../model/types.ts';
import type { ComparedOperation, ComparedView } from '../../side.ts';
import { readOpenApi } from '../read.ts';

/** A description, and what it is read as. */
type Case = readonly [name: string, given: JsonSchema, readAs: object];

/** The host that a description is read as. */
export function viewOf(given: JsonSchema): ComparedView {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, ...given };
  const [view] = readOpenApi('given', document, () => 1).release.hosts;
  if (!view) throw new Error('A description has one host.');
  return view;
}

/** The first operation of a description. */
export const operationOf = (given: JsonSchema): ComparedOperation | undefined => viewOf(given).operations[0];

/** Makes a test of each case; what is read is the first operation where nothing else is asked for. */
export function read(cases: readonly Case[], as: (given: JsonSchema) => unknown = operationOf): void {
  test.each(cases.map((each) => [each[0], each] as const))('%s', (_, [, given, readAs]) => {
    expect(as(given)).toMatchObject(readAs);
  });
}

/** A description of one operation. */
export const get = (operation: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  paths: { '/a': { get: { responses: {}, ...operation } } },
  ...more,
});
/** Content of JSON of a schema. */
export const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
/** A description of one operation that takes a body as JSON. */
export const body = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => get({ requestBody: json(schema) }, more);
/** A schema of short texts. */
export const P: JsonSchema = { type: 'string', maxLength: 3 };
/** Components with that schema, and an object that has it. */
export const components = { schemas: { P, Flag: { type: 'object', properties: { name: P } } } };
