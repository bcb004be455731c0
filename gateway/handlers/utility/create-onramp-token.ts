import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Creates a link to buy crypto for the wallet that signed; the signature pays for nothing. */
export function createOnrampToken(context: HandlerContext): Handlers['create-onramp-token'] {
  return async (call) => {
    if (call.payer === undefined) throw new Problem('payment-required');
    const request = { source: 'onramp', resource: 'token', parameters: { address: call.payer } } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}
