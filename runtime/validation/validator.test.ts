import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equal } from '../values/json.ts';
import { areDistinct, type Check, hasFormat, report, validator } from './validator.ts';

describe('areDistinct', () => {
  test('agrees with the comparison of every two items', () => {
    const item = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom({ a: 1, b: 2 }, { b: 2, a: 1 }, '{"a":1,"b":2}', 0, '0'),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        const repeats = items.some((value, index) => items.slice(0, index).some((other) => equal(other, value)));
        expect(areDistinct(items)).toBe(!repeats);
      }),
    );
  });
});

test('a validator reports a hundred issues of a long list, and no more', () => {
  const check: Check = (value, issues) => {
    for (const index of (value as unknown[]).keys()) report(issues, [index], 'type', 'string');
  };
  const result = validator(check, 'list')(Array(1_000_000).fill(1));
  expect(result.ok ? 0 : result.issues.length).toBe(100);
});

test('the format of URIs is judged at any length', () => {
  const long = 'a'.repeat(9_000_000);
  for (const uri of ['https://a.example/', 'data:image/png;base64,']) expect(hasFormat.uri(uri + long)).toBe(true);
  for (const text of ['', 'data:a b', 'data:%zz', 'data:\u{e9}']) expect(hasFormat.uri(text + long)).toBe(false);
});
