import { fieldsOf } from '../json.ts';
import { sampleOf } from '../sample.ts';
import { cheapest } from './cheapest.ts';
import { controlOf, ledgerOf } from './ledger.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** What could not be settled is not handed out. */
export const settlementFailed: ProtocolCheck = {
  id: 'payment.settlement.failed',
  alone: true,
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    const payer = await run.freshPayer();
    await controlOf(run).settlement('fail');
    const paid = await run.pay(invocation, { wallet: payer });
    const { status, json } = paid.received;
    const { error } = fieldsOf(json);
    if (status !== 402 || error !== 'Payment settlement failed') {
      return {
        verdict: 'fail',
        detail: 'A call whose settlement failed was answered with something else.',
        expected: { status: 402, error: 'Payment settlement failed' },
        actual: { status, error },
        at: '/error',
        exchange: paid,
      };
    }
    const transfers = await ledgerOf(run, payer.address);
    if (transfers.length === 0) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A settlement that was reported as failed took place.',
      expected: [],
      actual: transfers,
      exchange: paid,
    };
  },
};
