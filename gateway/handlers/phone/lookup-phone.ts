import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Responds with the carrier's record, unchanged. */
export function lookupPhone(context: HandlerContext): Handlers['lookup-phone'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return {
      status: 200,
      body: await context.upstream.lookupPhone(phoneNumber, upstreamContextOf(call, context)),
    };
  };
}
