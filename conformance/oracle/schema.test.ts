import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../contract/contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { catalogsOf } from './catalogs.ts';
import { validatorOf } from './schema.ts';

const validator = validatorOf(shopContract, catalogsOf(shopContract));
const print = { $ref: '#/schemas/Print' };
const right = { paper: 'plain', title: 'x' };

function faultsOf(value: unknown): string[] {
  return validator.errors(print, value).map(({ path, keyword }) => `${path.join('.')} ${keyword}`);
}

describe('faults', () => {
  test('tell the place and the keyword of everything wrong', () => {
    expect(faultsOf(right)).toEqual([]);
    expect(faultsOf({ paper: 'glass', copies: 0, extra: 1, pages: [{ kind: 'text', body: 'a' }] }).sort()).toEqual([
      'copies minimum',
      'extra additionalProperties',
      'pages.0 if',
      'pages.0.body minLength',
      'paper catalog',
      'title required',
    ]);
  });

  test('count code points', () => {
    expect(faultsOf({ ...right, title: '😀'.repeat(12) })).toEqual([]);
    expect(faultsOf({ ...right, title: '😀'.repeat(13) })).toEqual(['title maxLength']);
  });

  test('divide exactly', () => {
    const cents = { type: 'number', multipleOf: 0.01 };
    expect([0.07, 1.1, 0.29, 4.35].filter((value) => !validator.valid(cents, value))).toEqual([]);
    expect(validator.valid(cents, 0.075)).toBe(false);
  });

  test('read numbers and truths from text where values travel as text', () => {
    const query = { type: 'object', properties: { limit: { type: 'integer', maximum: 5 }, all: { type: 'boolean' } } };
    expect(validator.valid(query, { limit: '5', all: 'true' }, true)).toBe(true);
    expect(validator.valid(query, { limit: '6' }, true)).toBe(false);
    expect(validator.valid(query, { limit: '5' })).toBe(false);
  });
});

describe('complete', () => {
  test('fills defaults in and changes nothing else', () => {
    const value = { ...right, other: [1] };
    expect(validator.complete(print, value)).toEqual({ ...right, other: [1], size: 'a4', copies: 2 });
    expect(value).toEqual({ ...right, other: [1] });
  });

  test('follows lists, maps and the alternative that fits', () => {
    const item = {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 1 }, n: { default: 10 } } },
        { type: 'object', required: ['a'], properties: { a: { const: 2 }, n: { default: 20 } } },
      ],
    };
    const schema = { type: 'object', additionalProperties: { type: 'array', items: item } };
    expect(validator.complete(schema, { x: [{ a: 2 }, { a: 1, n: 3 }] })).toEqual({
      x: [
        { a: 2, n: 20 },
        { a: 1, n: 3 },
      ],
    });
  });
});

describe('resolve', () => {
  const job: JsonSchema = {
    type: 'object',
    if: { required: ['failed'] },
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    then: { required: ['failed', 'note'] },
    else: { required: ['data'] },
  };

  test('goes the way of the value, and gives the same object for the same way', () => {
    const failed = validator.resolve(job, { failed: true });
    expect(failed).toMatchObject({ type: 'object', required: ['failed', 'note'] });
    expect(validator.resolve(job, {})).toMatchObject({ type: 'object', required: ['data'] });
    expect(validator.resolve(job, { failed: 1 })).toBe(failed);
  });

  test('takes the alternative that a wrong value is meant for', () => {
    const tagged = (kind: string): JsonSchema => ({
      type: 'object',
      required: [kind],
      properties: { kind: { const: kind } },
    });
    const either: JsonSchema = { oneOf: [tagged('a'), tagged('b')] };
    expect(validator.resolve(either, { kind: 'b' })).toMatchObject({ required: ['b'] });
  });
});
