import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { givenIn } from '../read-data.ts';

/** Passes on what the partner's endpoint answers that the rest of the path names. */
export function getCryptoData(tools: Tools): Handlers['get-crypto-data'] {
  return async (call) => {
    const ask = { source: 'crypto', resource: call.params.path, given: givenIn(call) } as const;
    return { status: 200, body: await asking(() => tools.upstream.readData(ask, occasionOf(call, tools))) };
  };
}
