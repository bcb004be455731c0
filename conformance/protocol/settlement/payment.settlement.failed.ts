import type { Outcome, Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { fieldsOf } from '../../json/json.ts';
import { isUnsettled } from '../../requests/unsettled.ts';
import { whereItCan } from '../payable/affordable.ts';
import { settlesAtOnce } from '../payable/cheapest.ts';
import { type PlacedOperation, placedCalls } from '../payable/placed-calls.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { controlOf, ledgerOf } from './ledger.ts';

/** What could not be settled is not handed out, whichever operation it is of. */
export const settlementFailed: ProtocolCheck = {
  id: 'payment.settlement.failed',
  alone: true,
  async check(run) {
    const operations: string[] = [];
    for (const { operation, place } of await placedCalls(run)) {
      // Jobs settle later, which the rules of their machines are about; some operations tell it in a way of their own.
      if (!settlesAtOnce(operation) || hasOwnStory(run, operation)) continue;
      const outcome = await whereItCan(() => failing(run, operation, place));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
    }
    if (operations.length === 0) throw new NotTestable('No paid operation serves its example.');
    return { verdict: 'pass', operations };
  },
};

/** True where a story of the documents says what a failed settlement of the operation looks like. */
function hasOwnStory({ contract }: Run, { id }: Operation): boolean {
  return contract.scenarios.some(
    ({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id),
  );
}

async function failing(run: Run, operation: Operation, place: PlacedOperation['place']): Promise<Outcome | undefined> {
  const { invocation, payer } = await place();
  const before = await ledgerOf(run, payer.address);
  await controlOf(run).settlement('fail');
  const paid = await run.pay(invocation, { wallet: payer });
  const { status, json } = paid.received;
  const { error } = fieldsOf(json);
  if (!isUnsettled(paid.received)) {
    return {
      verdict: 'fail',
      detail: `${operation.id} answered a call whose settlement failed with something else.`,
      expected: { status: 402, error: 'Payment settlement failed' },
      actual: { status, error },
      at: '/error',
      exchange: paid,
    };
  }
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id}: a settlement that was reported as failed took place.`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}
