import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { releaseLease } from './lease.ts';
import { ownLease } from './ownership.ts';

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
