import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { releaseLease } from './lease.ts';
import { ownLease } from './ownership.ts';

/** Gives a number back to the pool. */
export function releaseNumber(tools: Tools): Handlers['release-number'] {
  return async (call) => {
    const { services, upstream } = tools;
    const lease = await ownLease(services, call, call.request.phoneNumber);
    await asking(() => upstream.releaseNumber(lease.number, occasionOf(call, tools)));
    await releaseLease(services, lease);
    return { status: 200, body: { phone_number: lease.number, released: true } };
  };
}
