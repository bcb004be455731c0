import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Answers with the carrier's record as it is. */
export function lookupPhone(tools: Tools): Handlers['lookup-phone'] {
  return async (call) => {
    const { phoneNumber } = call.request;
    return { status: 200, body: await asking(() => tools.upstream.lookupPhone(phoneNumber, occasionOf(call, tools))) };
  };
}
