import type { Outcome, Run } from '../check.ts';
import type { Operation } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { sampleOf } from '../sample.ts';
import { whereItCan } from './affordable.ts';
import { isServed } from './cheapest.ts';
import { whileUpstream } from './failing-upstream.ts';
import { controlOf, ledgerOf } from './ledger.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { challengesOf } from './unpaid.ts';

/** What an upstream does that has failed or refused. */
const failures = ['fail', 'reject', 'capacity'];

/** No paid operation takes money for what its provider did not deliver. */
export const failureSettlesNothing: ProtocolCheck = {
  id: 'payment.failure.settles-nothing',
  alone: true,
  async check(run) {
    const offered = controlOf(run).outcomes;
    let judged = 0;
    for (const { operation } of await challengesOf(run)) {
      for (const outcome of failures.filter((each) => offered.has(each))) {
        const verdict = await whereItCan(() => failing(run, operation, outcome));
        if (verdict?.verdict === 'fail') return verdict;
        judged += verdict ? 1 : 0;
      }
    }
    if (judged === 0) throw new NotTestable('No paid operation answered with a challenge.');
    return { verdict: 'pass', detail: `Paid calls failed on purpose: ${judged}.` };
  },
};

async function failing(run: Run, operation: Operation, outcome: string): Promise<Outcome> {
  const payer = await run.freshPayer();
  const paid = await whileUpstream(run, operation, { outcome }, () => run.pay(sampleOf(operation), { wallet: payer }));
  // 202 accepts a job, which is judged by the rules of its machine; a failure may also be answered with another provider.
  const served = isServed(paid) && paid.received.status !== 202;
  if (served && outcome !== 'fail') return { verdict: 'pass' };
  if (served) {
    return {
      verdict: 'fail',
      detail: `${operation.id} served a call whose upstream failed.`,
      expected: 'an error',
      actual: paid.received.status,
      exchange: paid,
    };
  }
  const transfers = await ledgerOf(run, payer.address);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled a call whose upstream did not deliver (${outcome}).`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}
