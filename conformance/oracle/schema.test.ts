import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../contract/contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { catalogsOf } from './catalogs.ts';
import { validatorOf } from './schema.ts';

const validator = validatorOf(shopContract, catalogsOf(shopContract));
const print = { $ref: '#/schemas/Print' };
const valid = { paper: 'plain', title: 'x' };

function errorsOf(value: unknown): string[] {
  return validator.errors(print, value).map(({ path, keyword }) => `${path.join('.')} ${keyword}`);
}

describe('errors', () => {
  test('name the path and keyword of every error', () => {
    expect(errorsOf(valid)).toEqual([]);
    expect(errorsOf({ paper: 'glass', copies: 0, extra: 1, pages: [{ kind: 'text', body: 'a' }] }).sort()).toEqual([
      'copies minimum',
      'extra additionalProperties',
      'pages.0 if',
      'pages.0.body minLength',
      'paper catalog',
      'title required',
    ]);
  });

  test('count code points', () => {
    expect(errorsOf({ ...valid, title: '😀'.repeat(12) })).toEqual([]);
    expect(errorsOf({ ...valid, title: '😀'.repeat(13) })).toEqual(['title maxLength']);
  });

  test('divide exactly', () => {
    const cents = { type: 'number', multipleOf: 0.01 };
    expect([0.07, 1.1, 0.29, 4.35].filter((value) => !validator.valid(cents, value))).toEqual([]);
    expect(validator.valid(cents, 0.075)).toBe(false);
  });

  test('read numbers and booleans from text', () => {
    const query = { type: 'object', properties: { limit: { type: 'integer', maximum: 5 }, all: { type: 'boolean' } } };
    expect(validator.valid(query, { limit: '5', all: 'true' }, true)).toBe(true);
    expect(validator.valid(query, { limit: '6' }, true)).toBe(false);
    expect(validator.valid(query, { limit: '5' })).toBe(false);
  });
});

describe('complete', () => {
  test('fills in defaults and changes nothing else', () => {
    const value = { ...valid, other: [1] };
    expect(validator.complete(print, value)).toEqual({ ...valid, other: [1], size: 'a4', copies: 2 });
    expect(value).toEqual({ ...valid, other: [1] });
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

  test('follows the value, and returns the same object for the same choices', () => {
    const failed = validator.resolve(job, { failed: true });
    expect(failed).toMatchObject({ type: 'object', required: ['failed', 'note'] });
    expect(validator.resolve(job, {})).toMatchObject({ type: 'object', required: ['data'] });
    expect(validator.resolve(job, { failed: 1 })).toBe(failed);
  });

  test('chooses the most similar alternative for an invalid value', () => {
    const tagged = (kind: string): JsonSchema => ({
      type: 'object',
      required: [kind],
      properties: { kind: { const: kind } },
    });
    const either: JsonSchema = { oneOf: [tagged('a'), tagged('b')] };
    expect(validator.resolve(either, { kind: 'b' })).toMatchObject({ required: ['b'] });
  });
});
