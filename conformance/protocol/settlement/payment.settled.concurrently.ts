import { isServed, settlesAtOnce } from '../../calls/cheapest.ts';
import { ledgerOf } from '../../calls/control.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { transferMismatch } from './transfer-mismatch.ts';

/** Operations that are called at the same time, and calls of each. */
const sizes = { operations: 4, each: 3 };

/** Concurrent payments do not interfere: each wallet pays for its own call, once. */
export const settledConcurrently: ProtocolCheck = {
  id: 'payment.settled.concurrently',
  async check(run) {
    const sold = (await challengesOf(run)).map(({ operation }) => operation).filter(settlesAtOnce);
    const chosen = sold.filter(({ payers }) => payers === undefined).slice(0, sizes.operations);
    const calls = chosen.flatMap((operation) => Array.from({ length: sizes.each }, () => operation));
    const outcomes = await Promise.all(calls.map((operation) => whereItCan(() => payWithNewWallet(run, operation))));
    const judged = outcomes.filter((outcome) => outcome !== undefined);
    if (judged.length === 0) throw new NotTestable('No call with a wallet of its own was served.');
    const failed = judged.find(({ verdict }) => verdict === 'fail');
    return failed ?? { verdict: 'pass', detail: `Calls at the same time: ${judged.length}.` };
  },
};

async function payWithNewWallet(run: Run, operation: Operation): Promise<Outcome> {
  const payer = await run.freshPayer();
  const paid = await run.pay(sampleOf(operation), { wallet: payer });
  const transfers = await ledgerOf(run, payer.address);
  const owed = isServed(paid) && paid.received.status !== 202 ? 1 : 0;
  if (transfers.length !== owed) {
    return {
      verdict: 'fail',
      detail: `${operation.id} settled ${transfers.length} times for its payer while other wallets paid at the same time.`,
      expected: owed,
      actual: transfers,
      exchange: paid,
    };
  }
  for (const transfer of transfers) {
    const mismatch = transferMismatch(run, { operation, challenge: paid.challenge, payer: payer.address }, transfer);
    if (mismatch) return { verdict: 'fail', ...mismatch, exchange: paid };
  }
  return { verdict: 'pass' };
}
