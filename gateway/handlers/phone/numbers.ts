import type { Call } from '@tollwright/runtime/operation/handler';
import type { SettledPayment } from '@tollwright/runtime/operation/payment';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { isRefusal } from '@tollwright/runtime/x402/refusal';
import type { Handlers } from '#generated/handlers.ts';
import type { NumberRequest } from '../../upstream/phone-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import { callerOf, type HandlerContext, orderOf } from '../shared/context.ts';
import {
  chainOf,
  closeOrder,
  endLease,
  findLease,
  type Lease,
  leaseBody,
  leaseOfClaim,
  listLeases,
  openLease,
  openOrder,
  releaseLease,
  renewLease,
  stepOf,
  takenNumbers,
  unbindLease,
  undoRenewal,
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
    const receipt = await settleOrUndo(context, call, claim, async () => {
      // First no repeated request finds the lease; it ends last, so that a start finds a number that is still to be released.
      await unbindLease(context.services, lease);
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

/** Lists the caller's numbers, expired ones included until they are reclaimed. */
export function listNumbers(context: HandlerContext): Handlers['list-numbers'] {
  return async (call) => {
    const leases = await listLeases(context.services, { owner: callerOf(call), chain: chainOf(call) });
    const held = await context.upstream.confirmNumbers(
      leases.map(({ number }) => number),
      upstreamContextOf(call, context),
    );
    const numbers = leases.filter(({ number }) => held.includes(number)).map(leaseBody);
    return { status: 200, body: { numbers, count: numbers.length } };
  };
}

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

/** Releases a number. */
export function releaseNumber(context: HandlerContext): Handlers['release-number'] {
  return async (call) => {
    const { services, upstream } = context;
    const lease = await ownLease(services, call, call.request.phoneNumber, 'lease-over');
    await upstream.releaseNumber(lease.number, upstreamContextOf(call, context));
    await releaseLease(services, lease);
    return { status: 200, body: { phone_number: lease.number, released: true } };
  };
}

/** Leases of the caller that are active on the caller's chain. */
export async function activeLeases(services: Services, call: Call): Promise<readonly Lease[]> {
  const leases = await listLeases(services, { owner: callerOf(call), chain: chainOf(call) });
  return leases.filter(({ state }) => state === 'active');
}

/** The caller's active lease of a number. Throws the matching problem for any other number, `ended` for an expired lease. */
export async function ownLease(
  services: Services,
  call: Call,
  number: string,
  ended = 'lease-expired',
): Promise<Lease> {
  const lease = await findLease(services, number);
  if (lease?.chain !== chainOf(call)) {
    throw new Problem('number-not-found', { error: 'This number is not leased' });
  }
  if (lease.owner !== callerOf(call)) {
    throw new Problem('wrong-wallet', {
      error: 'This number is leased by a different wallet',
      payer_wallet: callerOf(call),
      your_active_numbers: (await activeLeases(services, call)).map((own) => own.number),
    });
  }
  if (lease.state !== 'active') throw new Problem(ended, { error: 'The lease of this number has expired' });
  return lease;
}

/**
 * Settles a call whose effect has happened already, and undoes the effect where the settlement fails.
 *
 * A settled call may be repeated, as long as the handler finds its effect by the claim.
 */
async function settleOrUndo(
  { services }: HandlerContext,
  call: Call,
  claim: string,
  undo: () => Promise<unknown>,
): Promise<SettledPayment> {
  try {
    // A response that cannot be delivered is not charged, unless its payer hangs up often.
    if (call.signal.aborted && services.payments.hangUps.isFree(callerOf(call))) throw new Problem('caller-gone');
    return await services.payments.settle(claim, call);
  } catch (error) {
    // The funds may have moved, or may still be moved by the same request when the store has failed.
    const isOver = error instanceof Problem && !isRefusal(error, 'settlement-unknown');
    if (isOver) await undo();
    throw error;
  }
}
