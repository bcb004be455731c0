import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { variable } from '../../output/code.ts';
import { print } from '../../output/code-tree.ts';
import { sentType } from './sent-type.ts';

const days: JsonSchema = { type: 'integer', default: 7 };
const schemas: Record<string, JsonSchema> = {
  Plain: { type: 'object', properties: { station: { type: 'string' } }, required: ['station'] },
  Range: { type: 'object', properties: { days } },
  Tree: { type: 'object', properties: { days, branches: { type: 'array', items: { $ref: '#/schemas/Tree' } } } },
};

describe('sentType', () => {
  test.each<[string, JsonSchema, string]>([
    ['is the type itself where nothing has a default', { $ref: '#/schemas/Plain' }, 'T'],
    ['lets fields with a default be left out', { $ref: '#/schemas/Range' }, 'Sendable<T, "days">'],
    [
      'does so in what a field contains',
      { type: 'object', properties: { range: { $ref: '#/schemas/Range' } }, required: ['range'] },
      'Omit<T, "range"> & { readonly "range": Sendable<Range, "days">; }',
    ],
    [
      'does so in items of lists',
      { type: 'object', properties: { ranges: { type: 'array', items: { type: 'object', properties: { days } } } } },
      'Omit<T, "ranges"> & { readonly "ranges"?: readonly ({ \n/** @default 7 */\nreadonly "days"?: number; })[]; }',
    ],
    ['ends where a schema contains itself', { $ref: '#/schemas/Tree' }, 'Sendable<T, "days">'],
  ])('%s', (_, schema, expected) => {
    const type = sentType(schema, variable('T'), { schemas, named: (name) => variable(name) });
    expect(print(type)).toBe(expected);
  });
});
