import type { Call } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import type { NumberRequest } from '../../upstream/phone-port.ts';
import { callUpstream, upstreamContextOf } from '../call-upstream.ts';
import { orderOf } from '../jobs/order.ts';
import { settleOrUndo } from '../settle-or-undo.ts';
import { chainOf, endLease, type Lease, leaseBody, leaseOfClaim, openLease, takenNumbers } from './lease.ts';

/** Attempts where other purchases take the same number first. */
const attempts = 5;

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

async function purchase(context: HandlerContext, call: Call, request: Omit<NumberRequest, 'taken'>): Promise<Lease> {
  const { services, upstream } = context;
  const { owner, claim } = orderOf(call);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const taken = await takenNumbers(services);
    const number = await callUpstream(() =>
      upstream.buyNumber({ ...request, taken }, upstreamContextOf(call, context)),
    );
    if (number === undefined) break;
    const lease = await openLease(services, { number, owner, chain: chainOf(call) }, claim);
    if (lease) return lease;
  }
  throw new Problem('no-numbers');
}
