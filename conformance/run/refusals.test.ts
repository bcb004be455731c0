import { expect, test } from 'vitest';
import type { Limit, Operation } from '../contract/contract.ts';
import { labContract } from '../testing/lab-contract.ts';
import { Refusals } from './refusals.ts';

const [first, second] = labContract.operations.map((operation): Operation => ({ ...operation, errors: [] }));
if (!first || !second) throw new Error('The contract of the tests has two operations.');

/** The reason after responses to two operations in turn. */
function reasonAfter(
  statuses: readonly number[],
  { headers = {}, errors = {}, limits = [] as readonly Limit[], operations = [first, second] } = {},
): string | undefined {
  const refusals = new Refusals({ limits, errors });
  for (const [index, status] of statuses.entries()) {
    const operation = operations[index % operations.length];
    if (operation) refusals.add(operation, { status, headers });
  }
  return refusals.reason;
}

const blocked = 'refused 5 requests in a row with';

test.each([403, 429])('five refusals with %i in a row block a run', (status) => {
  expect(reasonAfter(Array.from({ length: 5 }, () => status))).toContain(`${blocked} ${status}`);
});

test.each([
  ['four', [403, 403, 403, 403]],
  ['those with a success between them', [403, 403, 403, 403, 200, 403, 403, 403, 403]],
  ['challenges', [402, 402, 402, 402, 402]],
])('%s do not', (_, statuses) => {
  expect(reasonAfter(statuses)).toBeUndefined();
});

test('refusals that say when to come back do not', () => {
  expect(reasonAfter([429, 429, 429, 429, 429], { headers: { 'retry-after': '3' } })).toBeUndefined();
});

test('refusals of one operation do not', () => {
  expect(reasonAfter([403, 403, 403, 403, 403, 403], { operations: [first] })).toBeUndefined();
});

test('a refusal that the contract states is none of them, and does not part them', () => {
  const denied = { http: 403 } as (typeof labContract.errors)[string];
  const operations = [first, { ...second, errors: ['denied'] }, { ...second, id: 'third' }];
  const all = Array.from({ length: 7 }, () => 403);
  expect(reasonAfter(all, { errors: { denied }, operations })).toContain(`${blocked} 403`);
  expect(reasonAfter(all.slice(1), { errors: { denied }, operations })).toBeUndefined();
});

test('refusals that the contract states do not', () => {
  const denied = { http: 403 } as (typeof labContract.errors)[string];
  const operations = [first, second].map((operation) => ({ ...operation, errors: ['denied'] }));
  expect(reasonAfter([403, 403, 403, 403, 403], { errors: { denied }, operations })).toBeUndefined();
});

test('twenty refusals of five operations do, although the contract states each', () => {
  const denied = { http: 429 } as (typeof labContract.errors)[string];
  const operations = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...first, id, errors: ['denied'] }));
  const all = Array.from({ length: 20 }, () => 429);
  expect(reasonAfter(all, { errors: { denied }, operations })).toContain('refused 20 requests in a row with 429');
  expect(reasonAfter(all.slice(1), { errors: { denied }, operations })).toBeUndefined();
  expect(reasonAfter(all, { errors: { denied }, operations: operations.slice(1) })).toBeUndefined();
});
