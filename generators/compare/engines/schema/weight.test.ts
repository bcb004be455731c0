import { expect, test } from 'vitest';
import type { Json } from '../../../model/types.ts';
import { Weights } from './weight.ts';

/** Schemas of which each has two alternatives that are the next one. */
function doubled(levels: number, keyword: string): (reference: string) => Json {
  const all = Array.from({ length: levels }, (_, index): Json => ({
    [keyword]: [{ $ref: String(index + 1) }, { $ref: String(index + 1) }],
  }));
  return (reference) => all[Number(reference)] ?? { type: 'string' };
}

const doubledLevels = (keyword: string, levels: number) => {
  const resolve = doubled(levels, keyword);
  return new Weights((reference) => Object(resolve(reference))).of({ properties: { p: { $ref: '0' } } });
};

test.each(['anyOf', 'oneOf', 'allOf'])('each level of doubled %s doubles what one value takes', (keyword) => {
  expect([1, 2, 3].map((levels) => doubledLevels(keyword, levels))).toEqual([6, 14, 30]);
  expect(doubledLevels(keyword, 26)).toBeGreaterThan(2 ** 26);
});

test('a schema that refers to itself weighs as much as the rest of it', () => {
  const node = { properties: { next: { $ref: 'node' } }, anyOf: [{ $ref: 'node' }, {}] };
  expect(new Weights(() => node).of(node)).toBeLessThan(10);
});
