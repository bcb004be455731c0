import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceOf, excerpt, placeOf } from './shorten.ts';

describe('excerpt', () => {
  test('keeps what starts at the place it is cut around, and no more than it may', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(300), fc.integer({ min: 8, max: 100 }), (text, place, most) => {
        const around = Math.min(place, text.length);
        const short = excerpt(text, around, most);
        expect(short.replace(/^…|…$/g, '').length).toBeLessThanOrEqual(Math.max(most, text.length <= most ? most : 0));
        expect(short).toContain(text.slice(around, around + Math.floor(most / 4)));
      }),
    );
  });

  test('leaves a short text as it is', () => {
    expect(excerpt('short', 3, 10)).toBe('short');
  });
});

test('differenceOf finds the first difference', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const index = differenceOf(a, b);
      expect(a.slice(0, index)).toBe(b.slice(0, index));
      if (a !== b) expect(a[index]).not.toBe(b[index]);
    }),
  );
});

test('placeOf finds a value in a JSON text', () => {
  expect(placeOf('x', '{"a":"x"}')).toBe(5);
  expect(placeOf({ b: 1 }, '{"a":2}')).toBe(0);
});
