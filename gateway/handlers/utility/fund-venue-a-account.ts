import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { callUpstream, upstreamContextOf } from '../call-upstream.ts';

/** Sends a deposit over the bridge, to the account of the payer by default. */
export function fundVenueAAccount(context: HandlerContext): Handlers['fund-venue-a-account'] {
  return async (call) => {
    const { amount, address = call.payer } = call.request;
    const request = { source: 'bridge', resource: 'deposit', venue: 'a', parameters: { amount, address } } as const;
    return {
      status: 200,
      body: await callUpstream(() => context.upstream.readData(request, upstreamContextOf(call, context))),
    };
  };
}
