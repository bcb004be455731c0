import type { Handlers } from '#generated/handlers.ts';
import { orderOf } from '../jobs/order.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { settleOrUndo } from '../shared/settle-or-undo.ts';
import { findLease, leaseBody, renewLease, stepOf, undoRenewal } from './lease.ts';
import { ownLease } from './ownership.ts';

/** Adds thirty days to the end of a lease. */
export function renewNumber(context: HandlerContext): Handlers['renew-number'] {
  return async (call) => {
    const { services, upstream } = context;
    const { claim } = orderOf(call);
    const lease = await ownLease(services, call, call.request.phoneNumber, 'lease-over');
    await upstream.renewNumber(lease.number, upstreamContextOf(call, context));
    await renewLease(services, lease, claim);
    const settles = stepOf(lease, 'renew').effects.includes('settle-once');
    const receipt = settles && (await settleOrUndo(context, call, claim, () => undoRenewal(services, claim)));
    const body = leaseBody((await findLease(services, lease.number)) ?? lease);
    return { status: 200, body, ...(receipt ? { receipt } : { charge: 'free' }) };
  };
}
