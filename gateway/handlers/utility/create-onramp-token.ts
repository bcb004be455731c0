import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Gives the wallet that signed a link to buy with; the signature pays for nothing. */
export function createOnrampToken(tools: Tools): Handlers['create-onramp-token'] {
  return async (call) => {
    if (call.payer === undefined) throw new Problem('payment-required');
    const ask = { source: 'onramp', resource: 'token', given: { address: call.payer } } as const;
    return { status: 200, body: await asking(() => tools.upstream.readData(ask, occasionOf(call, tools))) };
  };
}
