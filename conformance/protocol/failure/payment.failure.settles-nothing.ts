import { isServed } from '../../calls/cheapest.ts';
import { controlOf, ledgerOf, whileUpstream } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import type { PaidPreparedCall } from '../../scenario/prepared-calls.ts';
import { type ServableOperation, servableOperations } from '../settlement/servable-operations.ts';

/** Outcomes of an upstream that fails or refuses. */
const failures = ['fail', 'reject', 'capacity'];

/** Areas whose operations fail at the same time. */
const width = 8;

/** No paid operation settles a call that its upstream did not serve. */
export const failureSettlesNothing: ProtocolCheck = {
  id: 'payment.failure.settles-nothing',
  alone: true,
  async check(run) {
    const offered = controlOf(run).outcomes;
    const operations = new Set<string>();
    const calls = await servableOperations(run);
    let finding: Outcome | undefined;
    const fail = async ({ operation, placed, place }: ServableOperation) => {
      for (const outcome of failures.filter((each) => offered.has(each))) {
        if (finding) return;
        const upstream = { outcome, needed: !placed };
        const verdict = await whereItCan(async () => failing(run, operation, upstream, await place()));
        if (verdict?.verdict === 'fail') finding ??= verdict;
        else if (verdict) operations.add(operation.id);
      }
    };
    const { alone = [], beside = [] } = Object.groupBy(calls, (call) => (call.alone ? 'alone' : 'beside'));
    // Operations of one area may be one route of the deployment, with one upstream script.
    const areas = [...Map.groupBy(beside, ({ operation }) => operation.area).values()];
    await inParallel(areas, width, (area) => inParallel(area, 1, fail));
    await inParallel(alone, 1, fail);
    if (finding) return finding;
    if (operations.size === 0) throw new NotTestable('No paid operation serves its example.');
    return { verdict: 'pass', operations: [...operations] };
  },
};

async function failing(
  run: Run,
  operation: Operation,
  { outcome, needed }: { readonly outcome: string; readonly needed: boolean },
  { invocation, payer }: PaidPreparedCall,
): Promise<Outcome> {
  const before = await ledgerOf(run, payer.address);
  const paid = await whileUpstream(run, operation, { outcome }, () => run.pay(invocation, { wallet: payer }));
  // 202 accepts a job, which the rules of its machine judge; a gateway may fall back to another upstream, and what a
  // scenario has created may be read without any.
  const served = isServed(paid) && paid.received.status !== 202;
  if (served && (outcome !== 'fail' || !needed)) return { verdict: 'pass' };
  if (served) {
    return {
      verdict: 'fail',
      detail: `${operation.id} served a call whose upstream failed.`,
      expected: 'an error',
      actual: paid.received.status,
      exchange: paid,
    };
  }
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled a call that its upstream did not serve (${outcome}).`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}
