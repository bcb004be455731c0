import type { Challenge, Exchange } from '../check.ts';
import type { Operation } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { oncePerRun } from '../once-per.ts';
import { sampleOf } from '../sample.ts';
import type { Transfer } from '../target/control.ts';
import { whereItCan } from './affordable.ts';
import { isServed, sendPayment } from './cheapest.ts';
import { ledgerOf, watchedPayer } from './ledger.ts';
import { challengesOf } from './unpaid.ts';

/** A paid call that was served, sent again twice, and what settled for its payer. */
export interface SettledCall {
  readonly operation: Operation;
  readonly challenge: Challenge;
  readonly exchange: Exchange;
  readonly payer: string;
  readonly transfers: readonly Transfer[];
}

/** Buys every paid operation once with a wallet of its own; what becomes a job settles later and is left out. */
export const settledCalls = oncePerRun(async (run): Promise<readonly SettledCall[]> => {
  const calls: SettledCall[] = [];
  for (const { operation } of await challengesOf(run)) {
    const payer = await watchedPayer(run);
    if (!payer) throw new NotTestable('The target offers no ledger of what settled.');
    const invocation = sampleOf(operation);
    const paid = await whereItCan(() => run.pay(invocation, { wallet: payer }));
    if (!paid || !isServed(paid) || paid.received.status === 202) continue;
    await sendPayment(run, invocation, paid.header);
    await sendPayment(run, invocation, paid.header, 'X-Payment');
    const transfers = await ledgerOf(run, payer.address);
    calls.push({ operation, challenge: paid.challenge, exchange: paid, payer: payer.address, transfers });
  }
  if (calls.length === 0) throw new NotTestable('No paid operation served its example at once.');
  return calls;
});
