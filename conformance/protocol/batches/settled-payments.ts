import { batchedPaymentOf } from '../../chain/batched-payment.ts';
import { type BatchedCall, readSettled, type Settled } from '../../chain/batches.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Run } from '../../check/run.ts';
import { NotTestable } from '../../http/interruption.ts';
import { receiptsOf } from '../receipt/paying-calls.ts';

/**
 * The payments of served calls on the chain of the node, oldest first, with what has settled of each.
 *
 * Throws `NotTestable` where none of them has settled: when and through which contract batches settle is not documented.
 */
export const settledPayments = oncePerRun(async (run: Run): Promise<readonly Settled[]> => {
  const { chain } = run;
  if (chain?.start === undefined) throw new NotTestable('It needs a node of the chain (--rpc).');
  const calls = callsOn(run, chain.network);
  if (calls.length === 0) throw new NotTestable(`No served call of this run was paid on ${chain.network}.`);
  const settled = await readSettled(chain, chain.start, calls);
  if (settled.every(({ settlements }) => settlements.length === 0)) {
    const said = 'No payment of this run has settled in a batch that the suite can read';
    throw new NotTestable(`${said} within ${seconds(run)} s of the last one. ${left}`);
  }
  // Polls may return the receipt of a job again.
  const byPayment = Map.groupBy(settled, ({ payment }) => payment.digest);
  return [...byPayment.values()].flatMap(([first]) => first ?? []);
});

function callsOn(run: Run, network: string): readonly BatchedCall[] {
  const { payment: profile } = run.contract.host;
  return receiptsOf(run).flatMap(({ exchange, payingCalls }) => {
    const payments = payingCalls.flatMap((sent) => (profile && batchedPaymentOf(sent, profile)) ?? []);
    const [first, ...others] = payments.filter((payment) => payment.network === network);
    return first ? [{ exchange, payments: [first, ...others] }] : [];
  });
}

/** Why what has not settled in time is no failure. */
export const left = 'The documents do not state when batches settle.';

/** Seconds that the last batches are waited for. */
export function seconds({ chain }: Run): number {
  return (chain?.patience ?? 0) / 1000;
}
