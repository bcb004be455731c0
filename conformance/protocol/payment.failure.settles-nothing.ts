import { NotTestable } from '../interruption.ts';
import { sampleOf } from '../sample.ts';
import { isServed } from './cheapest.ts';
import { whileUpstream } from './failing-upstream.ts';
import { ledgerOf } from './ledger.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { challengesOf } from './unpaid.ts';

/** No paid operation takes money for what its provider did not deliver. */
export const failureSettlesNothing: ProtocolCheck = {
  id: 'payment.failure.settles-nothing',
  alone: true,
  async check(run) {
    let judged = 0;
    for (const { operation } of await challengesOf(run)) {
      const payer = await run.freshPayer();
      const paid = await whileUpstream(run, operation, { outcome: 'fail' }, () =>
        run.pay(sampleOf(operation), { wallet: payer }),
      );
      // 202 accepts a job, which is judged by the rules of its machine.
      if (isServed(paid) && paid.received.status !== 202) {
        return {
          verdict: 'fail',
          detail: `${operation.id} served a call whose upstream failed.`,
          expected: 'an error',
          actual: paid.received.status,
          exchange: paid,
        };
      }
      const transfers = await ledgerOf(run, payer.address);
      if (transfers.length > 0) {
        return {
          verdict: 'fail',
          detail: `${operation.id} settled a call whose upstream failed.`,
          expected: [],
          actual: transfers,
          exchange: paid,
        };
      }
      judged++;
    }
    if (judged === 0) throw new NotTestable('No paid operation answered with a challenge.');
    return { verdict: 'pass', detail: `Paid operations failed on purpose: ${judged}.` };
  },
};
