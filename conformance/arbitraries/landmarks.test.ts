import { expect, test } from 'vitest';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { landmarksOf } from './landmarks.ts';

const [operation] = shopContract.operations;
const fields: readonly FieldPath[] = [
  ['request', 'size'],
  ['request', 'copies'],
];
const axes = fields.slice(1);

function call(size: string, copies: number): Invocation {
  if (!operation) throw new Error('The shop has an operation.');
  return { operation, body: { size, copies } };
}

test('landmarks of a side are its ends, the numbers beside the other side, and the middle between two', () => {
  const kept = [4, 5, 6, 7, 9].map((copies) => call('a4', copies));
  const broken = [1, 2, 3, 8, 10].map((copies) => call('a4', copies));
  const others = [1, 2, 3].map((copies) => call('a3', copies));
  const copiesOf = (calls: readonly Invocation[]) => calls.map(({ body }) => Object(body).copies);
  expect(copiesOf(landmarksOf(kept, broken, { fields, axes }))).toEqual([4, 5, 7, 9]);
  expect(copiesOf(landmarksOf(broken, kept, { fields, axes }))).toEqual([1, 2, 3, 8, 10]);
  expect(landmarksOf([...kept, ...others], broken, { fields, axes }).filter((each) => others.includes(each))).toEqual(
    others,
  );
  expect(landmarksOf(kept, broken, { fields, axes: [] })).toEqual(kept);
});
