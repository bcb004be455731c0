import type { Call } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import type { NumberAsk } from '../../upstream/phone-port.ts';
import { asking, occasionOf } from '../asking.ts';
import { orderOf } from '../jobs/order.ts';
import { settleOrUndo } from '../settling.ts';
import { chainOf, endLease, type Lease, leaseBody, listLeases, openLease } from './lease.ts';

/** Numbers that are tried when other purchases are faster. */
const attempts = 5;

/** Buys a number from the carrier, then settles; without a settlement the number goes back. */
export function buyNumber(tools: Tools): Handlers['buy-number'] {
  return async (call) => {
    const { owner, claim } = orderOf(call);
    const { country, areaCode } = call.request;
    const own = await listLeases(tools.services, { owner, chain: chainOf(call) });
    const lease =
      own.find((each) => each.claim === claim) ??
      (await purchase(tools, call, {
        country: country.toUpperCase(),
        ...(areaCode !== undefined && { areaCode }),
      }));
    const receipt = await settleOrUndo(tools, call, claim, async () => {
      await endLease(tools.services, lease);
      await tools.upstream.releaseNumber(lease.number, occasionOf(call, tools));
    });
    return { status: 200, body: leaseBody(lease), receipt };
  };
}

async function purchase(tools: Tools, call: Call, ask: Omit<NumberAsk, 'taken'>): Promise<Lease> {
  const { services, upstream } = tools;
  const { owner, claim } = orderOf(call);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const taken = new Set((await listLeases(services)).map(({ number }) => number));
    const number = await asking(() => upstream.buyNumber({ ...ask, taken }, occasionOf(call, tools)));
    if (number === undefined) break;
    const lease = await openLease(services, { number, owner, chain: chainOf(call), claim });
    if (lease) return lease;
  }
  throw new Problem('no-numbers');
}
