import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearest } from './suggest.ts';

const names = ['image-shelves', 'text-shelves', 'search', 'rate-limited'];

describe('nearest', () => {
  test('finds a name with one letter missing, doubled or replaced', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.constantFrom('', 'q', 'qq'), (name, pick, letters) => {
        const index = pick % name.length;
        expect(nearest(name.slice(0, index) + letters + name.slice(index + 1), names)).toBe(name);
      }),
    );
  });

  test('finds a name with two letters swapped', () => {
    expect(nearest('saerch', names)).toBe('search');
  });

  test.each(['', 'zebra', 'x'])('finds nothing for %j', (name) => {
    expect(nearest(name, names)).toBeUndefined();
  });
});
