import { expect, test } from 'vitest';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { BudgetSpent } from '../http/interruption.ts';
import { contractOf } from '../testing/contract.ts';
import { answersAlike } from './alike.ts';

const contract = await contractOf('base');

/** A run whose requests all get the same response, until its budget is spent. */
function runOf(budget: number) {
  let sent = 0;
  const send = async ({ path = '' }: Invocation): Promise<Exchange> => {
    sent += 1;
    if (sent > budget) throw new BudgetSpent('The run has sent as many requests as it may.');
    const received = { status: 404, headers: {}, rawHeaders: [], text: 'No', json: undefined, events: [], cut: false };
    return { sent: { method: 'GET', path, headers: {} }, received };
  };
  return { contract, send };
}

test('a target that answers every request alike is known', async () => {
  expect(await answersAlike(runOf(100))).toContain('404 with No');
});

test('a budget that is spent before or after the unknown path says nothing', async () => {
  expect(await answersAlike(runOf(0))).toBeUndefined();
  expect(await answersAlike(runOf(1))).toBeUndefined();
});
