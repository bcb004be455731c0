import { describe, expect, test } from 'vitest';
import { absent } from '../arbitraries/route.ts';
import { describeViolation, fieldName } from './violation.ts';

describe('describeViolation', () => {
  test.each([
    ['maximum', { maximum: 50 }, 51, 'is 51, above the maximum 50'],
    ['exclusiveMinimum', { exclusiveMinimum: 0 }, 0, 'is 0, not above the exclusiveMinimum 0'],
    ['maxLength', { maxLength: 2 }, '漢漢漢', 'has 3 characters, above the maxLength 2'],
    ['minItems', { minItems: 1 }, [], 'has 0 items, below the minItems 1'],
    ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, 'has 2 properties, above the maxProperties 1'],
    ['type', { type: ['integer', 'null'] }, '5', 'is "5", not of type integer or null'],
    ['enum', { enum: ['a', 'b'] }, 'A', 'is "A", not one of "a", "b"'],
    ['enum', { enum: [1, 2, 3, 4, 5, 6, 7] }, 8, 'is 8, not one of 1, 2, 3, 4, 5, 6, and 1 more'],
    ['pattern', { pattern: '^a$' }, 'b', 'is "b", which does not match the pattern ^a$'],
    ['catalog', { catalog: 'papers' }, 'x', 'is "x", which is not in the catalog "papers"'],
    ['required', {}, absent, 'is required, but missing'],
    ['contains', { contains: {} }, [], 'is [], which breaks `contains`'],
  ])('describes %s', (keyword, shape, value, words) => {
    expect(describeViolation({ keyword, shape, value })).toBe(words);
  });
});

test('fieldName names the part of the request', () => {
  expect(fieldName('body', ['messages', '0', 'role'])).toBe('`messages.0.role`');
  expect(fieldName('query', ['limit'])).toBe('query parameter `limit`');
  expect(fieldName('params', ['id'])).toBe('path parameter `id`');
  expect(fieldName('body', [])).toBe('the body');
});
