import { expect, test } from 'vitest';
import { kept } from './kept.ts';

interface Names {
  name(id: string): object | undefined;
}

test('what was made is kept while the sources answer the same to what was asked, whatever else they say', () => {
  const made: string[][] = [];
  const make = kept(({ ids }: { readonly ids: readonly string[] }, { name }: Names) => {
    made.push([...ids]);
    return ids.map((id) => name(id));
  });
  const [a, b, c] = [{}, {}, {}];
  const answering = (names: Readonly<Record<string, object>>): Names => ({ name: (id) => names[id] });
  const key = { ids: ['a', 'b'] };

  expect(make(key, answering({ a }))).toEqual([a, undefined]);
  expect(make(key, answering({ a, c }))).toEqual([a, undefined]);
  expect(made).toHaveLength(1);
  expect(make(key, answering({ a, b }))[1]).toBe(b);
  expect(make(key, answering({ a: c, b }))[0]).toBe(c);
  expect(made).toHaveLength(3);
  // Each host has answers of its own.
  expect(make(key, answering({ a }))).toEqual([a, undefined]);
  expect(made).toHaveLength(3);
  expect(make({ ids: ['a'] }, answering({ a }))).toEqual([a]);
  expect(made).toHaveLength(4);
});

test('what a kept function asks through another one counts as asked by both', () => {
  const inner = kept((key: { readonly id: string }, { name }: Names) => ({ found: name(key.id) }));
  const keys = [{ id: 'a' }, { id: 'b' }];
  const outer = kept((_: object, sources: Names) => keys.map((key) => inner(key, sources).found));
  const whole = {};
  const [a, b, other] = [{}, {}, {}];
  const names = new Map([
    ['a', a],
    ['b', b],
  ]);
  const sources: Names = { name: (id) => names.get(id) };
  expect(outer(whole, sources)[0]).toBe(a);
  // The second time the inner results are kept, and are still part of what the outer one rests on.
  expect(outer({}, sources)[1]).toBe(b);
  names.set('b', other);
  expect(outer(whole, sources)[1]).toBe(other);
});
