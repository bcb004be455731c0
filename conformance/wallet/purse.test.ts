import { describe, expect, test } from 'vitest';
import { CapReached } from '../interruption.ts';
import { ledgerOf } from '../protocol/ledger.ts';
import { sampleOf } from '../sample.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { referenceRun } from '../testing/reference/run.ts';

const inFlight = 20;

async function spendAtOnce(cap: bigint): Promise<{ readonly spent: bigint; readonly refused: number }> {
  const run = referenceRun({}, 'controlled', referenceContract, cap);
  const invocation = sampleOf(run.operation('small'));
  const calls = await Promise.allSettled(Array.from({ length: inFlight }, () => run.pay(invocation)));
  const errors = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
  for (const error of errors) expect(error).toBeInstanceOf(CapReached);
  const transfers = await ledgerOf(run, run.payer?.address ?? '');
  return { spent: transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n), refused: errors.length };
}

describe('Purse', () => {
  test('never lets 20 requests in flight pass the cap by one micro-USDC', async () => {
    const run = referenceRun();
    const { amount: price } = await run.challenge(sampleOf(run.operation('small')));
    expect(price).toBeGreaterThan(1n);
    for (const [cap, bought] of [
      [price * 7n - 1n, 6n],
      [price * 7n, 7n],
      [price * 8n - 1n, 7n],
      [price - 1n, 0n],
      [price * 20n, 20n],
    ] as const) {
      const { spent, refused } = await spendAtOnce(cap);
      expect(spent).toBe(bought * price);
      expect(spent <= cap).toBe(true);
      expect(refused).toBe(inFlight - Number(bought));
    }
  });
});
