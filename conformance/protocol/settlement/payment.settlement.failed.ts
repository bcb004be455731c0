import { settlesAtOnce } from '../../calls/cheapest.ts';
import { controlOf, isUnsettled, ledgerOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { type ServableOperation, servableOperations } from './servable-operations.ts';

/** A call whose settlement fails is not served, whatever its operation. */
export const settlementFailed: ProtocolCheck = {
  id: 'payment.settlement.failed',
  alone: true,
  async check(run) {
    const operations: string[] = [];
    for (const { operation, place } of await servableOperations(run)) {
      // Jobs settle later, which the rules of their machines judge; scenarios judge operations with a response of their own.
      if (!settlesAtOnce(operation) || hasOwnScenario(run, operation)) continue;
      const outcome = await whereItCan(() => failing(run, operation, place));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
    }
    if (operations.length === 0) throw new NotTestable('No paid operation serves its example.');
    return { verdict: 'pass', operations };
  },
};

/** True where a scenario states the response to a failed settlement of the operation. */
function hasOwnScenario({ contract }: Run, { id }: Operation): boolean {
  return contract.scenarios.some(
    ({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id),
  );
}

async function failing(
  run: Run,
  operation: Operation,
  place: ServableOperation['place'],
): Promise<Outcome | undefined> {
  const { invocation, payer } = await place();
  const before = await ledgerOf(run, payer.address);
  await controlOf(run).settlement('fail');
  const paid = await run.pay(invocation, { wallet: payer });
  const { status, json } = paid.received;
  const { error } = fieldsOf(json);
  if (!isUnsettled(paid.received)) {
    return {
      verdict: 'fail',
      detail: `The response of ${operation.id} to a call whose settlement failed does not match.`,
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
    detail: `${operation.id} reported a failed settlement, but it took place.`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}
