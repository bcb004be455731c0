import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Responds with the carrier's record and fraud signals, unchanged. */
export function lookupPhoneFraud(context: HandlerContext): Handlers['lookup-phone-fraud'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return {
      status: 200,
      body: await context.upstream.lookupFraud(phoneNumber, upstreamContextOf(call, context)),
    };
  };
}
