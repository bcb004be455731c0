import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Answers with the carrier's record and its signals of fraud as they are. */
export function lookupPhoneFraud(tools: Tools): Handlers['lookup-phone-fraud'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return { status: 200, body: await asking(() => tools.upstream.lookupFraud(phoneNumber, occasionOf(call, tools))) };
  };
}
