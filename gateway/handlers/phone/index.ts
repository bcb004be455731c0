import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { getCall, startCall } from './calls.ts';
import { buyNumber, listNumbers, releaseNumber, renewNumber } from './numbers.ts';

/** Handlers of phone numbers and voice calls. */
export function phoneHandlers(context: HandlerContext) {
  return {
    'buy-number': buyNumber(context),
    'get-call': getCall(context),
    'list-numbers': listNumbers(context),
    'lookup-phone': lookupPhone(context),
    'lookup-phone-fraud': lookupPhoneFraud(context),
    'release-number': releaseNumber(context),
    'renew-number': renewNumber(context),
    'start-call': startCall(context),
  } satisfies Partial<Handlers>;
}

/** Responds with the carrier's record, unchanged. */
function lookupPhone(context: HandlerContext): Handlers['lookup-phone'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return {
      status: 200,
      body: await context.upstream.lookupPhone(phoneNumber, upstreamContextOf(call, context)),
    };
  };
}

/** Responds with the carrier's record and fraud signals, unchanged. */
function lookupPhoneFraud(context: HandlerContext): Handlers['lookup-phone-fraud'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return {
      status: 200,
      body: await context.upstream.lookupFraud(phoneNumber, upstreamContextOf(call, context)),
    };
  };
}
