import { expect, test } from 'vitest';
import { once } from './once.ts';

test('once calls the function a single time for each object, even if it returns undefined', () => {
  const received: object[] = [];
  const make = once((key: { readonly value?: number }) => {
    received.push(key);
    return key.value;
  });
  const [full, empty] = [{ value: 1 }, {}];
  expect([make(full), make(full), make(empty), make(empty)]).toEqual([1, 1, undefined, undefined]);
  expect(received).toEqual([full, empty]);
});
