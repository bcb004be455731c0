import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { callerOf } from '../shared/context.ts';
import { chainOf, leaseBody, listLeases } from './lease.ts';

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
