import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { buyNumber } from './buy-number.ts';
import { getCall } from './get-call.ts';
import { listNumbers } from './list-numbers.ts';
import { lookupPhone } from './lookup-phone.ts';
import { lookupPhoneFraud } from './lookup-phone-fraud.ts';
import { releaseNumber } from './release-number.ts';
import { renewNumber } from './renew-number.ts';
import { startCall } from './start-call.ts';

/** Handlers of phone numbers and voice calls. */
export function phoneHandlers(tools: Tools) {
  return {
    'buy-number': buyNumber(tools),
    'get-call': getCall(tools),
    'list-numbers': listNumbers(tools),
    'lookup-phone': lookupPhone(tools),
    'lookup-phone-fraud': lookupPhoneFraud(tools),
    'release-number': releaseNumber(tools),
    'renew-number': renewNumber(tools),
    'start-call': startCall(tools),
  } satisfies Partial<Handlers>;
}
