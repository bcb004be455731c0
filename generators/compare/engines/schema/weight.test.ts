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

test.each(['anyOf', 'oneOf', 'allOf'])('26 levels of doubled %s are too heavy, a few are not', (keyword) => {
  const isHeavy = (levels: number) => {
    const resolve = doubled(levels, keyword);
    return new Weights((reference) => Object(resolve(reference))).isHeavy({ properties: { p: { $ref: '0' } } });
  };
  expect([isHeavy(4), isHeavy(26)]).toEqual([false, true]);
});

test('a schema that refers to itself is not heavy', () => {
  const node = { properties: { next: { $ref: 'node' } }, anyOf: [{ $ref: 'node' }, {}] };
  expect(new Weights(() => node).isHeavy(node)).toBe(false);
});
