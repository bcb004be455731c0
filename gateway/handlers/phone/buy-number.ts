import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { NumberRequest } from '../../upstream/phone-port.ts';
import { orderOf } from '../jobs/order.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { settleOrUndo } from '../shared/settle-or-undo.ts';
import {
  chainOf,
  closeOrder,
  endLease,
  type Lease,
  leaseBody,
  leaseOfClaim,
  openLease,
  openOrder,
  takenNumbers,
} from './lease.ts';

/** Attempts where other purchases take the same number first: as many as may be under way at once. */
const attempts = 50;

/** Buys a number from the carrier, then settles; without a settlement the number is released. */
export function buyNumber(context: HandlerContext): Handlers['buy-number'] {
  return async (call) => {
    const { claim } = orderOf(call);
    const { country, areaCode } = call.request;
    const lease =
      (await leaseOfClaim(context.services, claim)) ??
      (await purchase(context, call, {
        country: country.toUpperCase(),
        ...(areaCode !== undefined && { areaCode }),
      }));
    // The lease ends last, so that a start after a crash finds the number that is still to be released.
    const receipt = await settleOrUndo(context, call, claim, async () => {
      await context.upstream.releaseNumber(lease.number, upstreamContextOf(call, context));
      await endLease(context.services, lease);
    });
    return { status: 200, body: leaseBody(lease), receipt };
  };
}

async function purchase(
  context: HandlerContext,
  call: Call,
  request: Omit<NumberRequest, 'taken' | 'id'>,
): Promise<Lease> {
  const { services, upstream } = context;
  const { owner, claim } = orderOf(call);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const taken = await takenNumbers(services);
    const id = await openOrder(services, owner, claim);
    const number = await upstream
      .buyNumber({ ...request, id, taken }, upstreamContextOf(call, context))
      .catch(async (error) => {
        // A carrier that did not respond may have sold one.
        await upstream.cancelOrder(id, upstreamContextOf(call, context));
        await closeOrder(services, id);
        throw error;
      });
    const lease =
      number === undefined ? undefined : await openLease(services, { number, owner, chain: chainOf(call) }, claim);
    await closeOrder(services, id);
    if (lease) return lease;
    if (number === undefined) break;
  }
  throw new Problem('no-numbers');
}
