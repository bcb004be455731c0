import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { orderOf } from '../jobs/order.ts';
import { settleOrUndo } from '../settling.ts';
import { leaseBody, renewLease, stepOf, undoRenewal } from './lease.ts';
import { ownLease } from './ownership.ts';

/** Adds thirty days to the end of a lease. */
export function renewNumber(tools: Tools): Handlers['renew-number'] {
  return async (call) => {
    const { services, upstream } = tools;
    const { claim } = orderOf(call);
    const lease = await ownLease(services, call, call.request.phoneNumber, 'renewal-too-late');
    await asking(() => upstream.renewNumber(lease.number, occasionOf(call, tools)));
    const renewed = await renewLease(services, lease, claim);
    const body = leaseBody(renewed ?? lease);
    if (!stepOf(lease, 'renew').effects.includes('settle-once')) return { status: 200, body, charge: 'free' };
    const receipt = await settleOrUndo(tools, call, claim, () => undoRenewal(services, claim));
    return { status: 200, body, receipt };
  };
}
