import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { callUpstream, upstreamContextOf } from '../call-upstream.ts';
import { orderOf } from '../jobs/order.ts';
import { settleOrUndo } from '../settle-or-undo.ts';
import { leaseBody, renewLease, stepOf, undoRenewal } from './lease.ts';
import { ownLease } from './ownership.ts';

/** Adds thirty days to the end of a lease. */
export function renewNumber(context: HandlerContext): Handlers['renew-number'] {
  return async (call) => {
    const { services, upstream } = context;
    const { claim } = orderOf(call);
    const lease = await ownLease(services, call, call.request.phoneNumber, 'renewal-too-late');
    await callUpstream(() => upstream.renewNumber(lease.number, upstreamContextOf(call, context)));
    const renewed = await renewLease(services, lease, claim);
    const body = leaseBody(renewed ?? lease);
    if (!stepOf(lease, 'renew').effects.includes('settle-once')) return { status: 200, body, charge: 'free' };
    const receipt = await settleOrUndo(context, call, claim, () => undoRenewal(services, claim));
    return { status: 200, body, receipt };
  };
}
