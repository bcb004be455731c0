import { expect, test } from 'vitest';
import type { JsonSchema } from '#generators/model/types.ts';
import { createMaker } from './value.ts';

/** Named schemas that refer to each other, one level for each letter. */
function nested(letters: string): Readonly<Record<string, JsonSchema>> {
  const names = [...letters];
  const schemas = names.map((name, index): readonly [string, JsonSchema] => {
    const next = names[index + 1];
    return [name, next ? { type: 'array', minItems: 1, maxItems: 2, items: { $ref: next } } : { type: 'integer' }];
  });
  return Object.fromEntries(schemas);
}

test('a value has its optional fields, also behind several references', () => {
  const schemas = nested('ABCD');
  const value = createMaker({ schemas })({ type: 'object', properties: { board: { $ref: 'A' } } }, 1);
  expect(value).toHaveProperty('board');
});

test('a value of a schema that refers to itself ends', () => {
  const schemas: Readonly<Record<string, JsonSchema>> = {
    Tree: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: 'Tree' } } },
    },
  };
  const value = createMaker({ schemas })({ $ref: 'Tree' }, 1);
  expect(JSON.stringify(value).length).toBeLessThan(10_000);
});
