import { formatUsd } from '@tollwright/runtime/money/usd';
import { controlPaid } from '../../calls/cheapest.ts';
import { controlOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';

/** No settlement of a wallet of the run is that of calls that were all refused, or one more than they explain. */
export const settledForServed: ProtocolCheck = {
  id: 'payment.settled.for-served',
  again: true,
  async check(run) {
    if (!controlOf(run).capabilities.has('ledger'))
      throw new NotTestable('means', 'The control API has no ledger of settlements.');
    await controlPaid(run);
    const { compared, unexplained } = await run.settlements();
    const [first] = unexplained;
    if (!first) return { verdict: 'pass', detail: `Settlements compared: ${compared}.` };
    const { transfer, exchange } = first;
    return {
      verdict: 'fail',
      detail: `${transfer.route} settled ${formatUsd(BigInt(transfer.amount))} USD for a wallet none of whose other served calls costs that.`,
      expected: 'no settlement of a call that was refused',
      actual: transfer,
      ...(exchange && { exchange }),
    };
  },
};
