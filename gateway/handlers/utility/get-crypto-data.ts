import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { upstreamContextOf } from '../call-upstream.ts';
import { parametersOf } from '../read-data.ts';

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
