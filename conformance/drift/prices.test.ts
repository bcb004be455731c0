import { expect, test } from 'vitest';
import { referenceContract } from '../testing/reference/contract.ts';
import { priceMoved, type Quote } from './prices.ts';

const [operation] = referenceContract.operations;
if (!operation) throw new Error('The reference contract has an operation.');

const quote = (input: number, release: bigint, live: bigint): Quote => ({
  call: { operation, body: { input } },
  release,
  live,
});

test.each<[string, readonly Quote[], string | undefined]>([
  ['none that differs', [quote(1, 5n, 5n)], undefined],
  ['the largest rise', [quote(1, 5n, 6n), quote(2, 10n, 40n), quote(3, 10n, 12n)], '{"input":2}'],
  ['a rise before any fall', [quote(1, 900n, 100n), quote(2, 10n, 11n)], '{"input":2}'],
  ['the largest fall where there is no rise', [quote(1, 9n, 8n), quote(2, 9n, 1n)], '{"input":2}'],
  ['amounts that no double holds', [quote(1, 0n, 2n ** 70n), quote(2, 0n, 2n ** 70n + 1n)], '{"input":2}'],
])('the worst input is that of %s', (_, quotes, worst) => {
  const text = priceMoved(operation, quotes, 'f')?.text;
  expect(text === undefined ? undefined : /Worst: (.*)\.$/.exec(text)?.[1]).toBe(worst);
});
