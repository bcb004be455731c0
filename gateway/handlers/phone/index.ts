import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { buyNumber } from './buy-number.ts';
import { getCall } from './get-call.ts';
import { listNumbers } from './list-numbers.ts';
import { lookupPhone } from './lookup-phone.ts';
import { lookupPhoneFraud } from './lookup-phone-fraud.ts';
import { releaseNumber } from './release-number.ts';
import { renewNumber } from './renew-number.ts';
import { startCall } from './start-call.ts';

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
