import { hash } from 'node:crypto';
import type { Handlers } from '#generated/handlers.ts';
import { orderOf } from '../jobs/order.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Sends a deposit over the bridge, to the account of the payer by default. */
export function fundVenueAAccount(context: HandlerContext): Handlers['fund-venue-a-account'] {
  return async (call) => {
    const { amount, address = call.payer } = call.request;
    // A request that is repeated after a crash has the same claim, and with it the same deposit.
    const id = `deposit_${hash('sha256', orderOf(call).claim).slice(0, 32)}`;
    const parameters = { amount, address };
    const request = { source: 'bridge', resource: 'deposit', venue: 'a', parameters, id } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}
