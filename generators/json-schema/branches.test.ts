import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '#conformance/contract/contract.ts';
import { instances } from '../emitters/testing/instances.ts';
import { asUnion, branchesOf } from './branches.ts';

const kind = (value: string, then: JsonSchema): JsonSchema => ({
  if: { properties: { kind: { const: value } }, required: ['kind'] },
  then,
});
const shape: JsonSchema = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ['a', 'b', 'c', 'd'] }, size: { type: 'integer' } },
  allOf: [
    kind('a', { required: ['size'], properties: { size: { minimum: 1 } } }),
    kind('b', { properties: { name: { type: 'string' } } }),
  ],
};

describe('asUnion', () => {
  test('allows what the conditions allow', () => {
    const ajv = new Ajv2020({ strict: false });
    const conditions = ajv.compile(shape);
    const union = ajv.compile(asUnion(shape));
    fc.assert(
      fc.property(instances(shape, {}), (value) => {
        expect(union(value)).toBe(conditions(value));
      }),
      { numRuns: 1000 },
    );
  });

  test('gives one schema for each value and one for the rest', () => {
    expect(branchesOf(shape)?.schemas.map(({ properties }) => properties)).toEqual([
      { kind: { const: 'a' }, size: { allOf: [{ type: 'integer' }, { minimum: 1 }] } },
      { kind: { const: 'b' }, size: { type: 'integer' }, name: { type: 'string' } },
      { kind: { enum: ['c', 'd'] }, size: { type: 'integer' } },
    ]);
  });

  test.each<[string, JsonSchema]>([
    [
      'conditions on two properties',
      { ...shape, allOf: [kind('a', {}), { if: { properties: { size: { const: 1 } } } }] },
    ],
    ['a member that is no condition', { ...shape, allOf: [kind('a', {}), { required: ['size'] }] }],
    ['a property that may be absent', { ...shape, required: [] }],
    ['a property without a list of values', { ...shape, properties: { kind: { type: 'string' } } }],
    ['a consequence beyond properties', { ...shape, allOf: [kind('a', { minProperties: 2 })] }],
  ])('leaves %s as they are', (_, schema) => {
    expect(asUnion(schema)).toBe(schema);
  });
});
