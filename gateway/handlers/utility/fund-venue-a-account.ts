import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Sends a deposit over the bridge, to the account of the payer unless another one is named. */
export function fundVenueAAccount(tools: Tools): Handlers['fund-venue-a-account'] {
  return async (call) => {
    const { amount, address = call.payer } = call.request;
    const ask = { source: 'bridge', resource: 'deposit', venue: 'a', given: { amount, address } } as const;
    return { status: 200, body: await asking(() => tools.upstream.readData(ask, occasionOf(call, tools))) };
  };
}
