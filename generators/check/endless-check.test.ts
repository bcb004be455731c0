import { expect, test } from 'vitest';
import { readTiny } from '../fixtures/tiny.ts';

/** The schemas that are reported as endless once these are added to the small specification. */
function endlessAmong(schemas: string): readonly string[] {
  const { diagnostics } = readTiny({ 'schemas/more.yaml': `schemas:\n${schemas}` });
  return diagnostics.flatMap(({ code, message }) =>
    code === 'schema-endless' ? (/"(\w+)"/.exec(message)?.[1] ?? []) : [],
  );
}

test.each([
  ['by way of another schema', '  A: { $ref: B }\n  B: { allOf: [{ type: object }, { $ref: A }] }\n', ['A', 'B']],
  ['in a choice', '  A: { anyOf: [{ type: string }, { not: { $ref: A } }] }\n', ['A']],
  ['in a condition', '  A: { if: { type: string }, then: { $ref: A } }\n', ['A']],
  ['on one host', '  A: { type: string, on: { quay: { $ref: A } } }\n', ['A']],
])('a schema that refers to itself %s has no end', (_, schemas, endless) => {
  expect(endlessAmong(schemas)).toEqual(endless);
});

test.each([
  ['properties', '  A: { type: object, properties: { a: { $ref: A } } }\n'],
  ['items', '  A: { type: array, items: { $ref: A } }\n'],
  ['further properties', '  A: { type: object, additionalProperties: { $ref: A } }\n'],
])('a schema that refers to itself from %s ends with the value', (_, schemas) => {
  expect(endlessAmong(schemas)).toEqual([]);
});
