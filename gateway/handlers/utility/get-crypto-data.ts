import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { parametersOf } from '../shared/read-data.ts';

/** Forwards a call to the endpoint of the partner that the rest of the path names. */
export function getCryptoData(context: HandlerContext): Handlers['get-crypto-data'] {
  return async (call) => {
    const request = { source: 'crypto', resource: call.params.path, parameters: parametersOf(call) } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}
