import type { Call } from '@tollwright/runtime/operation';
import type { Settled } from '@tollwright/runtime/payment/payments';
import { Problem } from '@tollwright/runtime/problem';
import type { HandlerContext } from '../handler-context.ts';

/**
 * Settles a call whose effect is there already, and undoes the effect where nothing settles.
 *
 * What settles may be asked for again, as long as the handler finds its effect by the claim.
 */
export async function settleOrUndo(
  { services }: HandlerContext,
  call: Call,
  claim: string,
  undo: () => Promise<unknown>,
): Promise<Settled> {
  try {
    // What cannot be delivered is not charged.
    if (call.signal.aborted) throw new Problem('caller-gone');
    return await services.payments.settle(claim, call);
  } catch (error) {
    // Funds of which nobody knows where they are may have moved.
    const open = error instanceof Problem && error.id === 'settlement-unknown';
    if (!open) await undo();
    throw error;
  }
}
