import { expect, test } from 'vitest';
import { once } from './once.ts';

test('once makes something of each object a single time, even of nothing', () => {
  const asked: object[] = [];
  const make = once((key: { readonly value?: number }) => {
    asked.push(key);
    return key.value;
  });
  const [full, empty] = [{ value: 1 }, {}];
  expect([make(full), make(full), make(empty), make(empty)]).toEqual([1, 1, undefined, undefined]);
  expect(asked).toEqual([full, empty]);
});
