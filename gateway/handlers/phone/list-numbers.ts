import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { chainOf, leaseBody, listLeases } from './lease.ts';
import { callerOf } from './ownership.ts';

/** Lists the numbers of the caller, those whose time is over among them until they are reclaimed. */
export function listNumbers(tools: Tools): Handlers['list-numbers'] {
  return async (call) => {
    const leases = await listLeases(tools.services, { owner: callerOf(call), chain: chainOf(call) });
    const held = await asking(() =>
      tools.upstream.confirmNumbers(
        leases.map(({ number }) => number),
        occasionOf(call, tools),
      ),
    );
    const numbers = leases.filter(({ number }) => held.includes(number)).map(leaseBody);
    return { status: 200, body: { numbers, count: numbers.length } };
  };
}
