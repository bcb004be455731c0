import type { Call } from '@tollwright/runtime/operation/handler';
import type { Settled } from '@tollwright/runtime/operation/payment';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { HandlerContext } from './context.ts';
import { callerOf } from './context.ts';

/**
 * Settles a call whose effect has happened already, and undoes the effect where the settlement fails.
 *
 * A settled call may be repeated, as long as the handler finds its effect by the claim.
 */
export async function settleOrUndo(
  { services }: HandlerContext,
  call: Call,
  claim: string,
  undo: () => Promise<unknown>,
): Promise<Settled> {
  try {
    // What cannot be delivered is not charged, unless its payer makes a habit of it.
    if (call.signal.aborted && services.payments.hangUps.isFree(callerOf(call))) throw new Problem('caller-gone');
    return await services.payments.settle(claim, call);
  } catch (error) {
    // The funds may have moved.
    const open = error instanceof Problem && error.id === 'settlement-unknown';
    if (!open) await undo();
    throw error;
  }
}
