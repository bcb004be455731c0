/** Handles calls that a crash has interrupted. */

import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { routeName } from '@tollwright/runtime/operation/operation';
import type { FindAccepted } from '@tollwright/runtime/payment/reconcile';
import { undone } from '@tollwright/runtime/store/records';
import { callPaidBy } from './handlers/phone/call.ts';
import { isLease, isOrder } from './handlers/phone/lease.ts';
import type { HandlerContext } from './handlers/shared/context.ts';

/** Finds phone calls that were dialed: they settle even if their response was lost. */
export function acceptedCalls({ routes }: HostDefinition): FindAccepted {
  const dialing = routes.find(({ operation }) => operation.id === 'start-call');
  return async (store, claim) => ((await callPaidBy(store, claim)) ? dialing : undefined);
}

/** Removes the records of released payments, releases their numbers at the carrier, and cancels orders with an unknown outcome. */
export async function undoUnpaid({ services, upstream }: HandlerContext, { routes }: HostDefinition): Promise<void> {
  const { store, clock } = services;
  const buying = routes.find(({ operation }) => operation.id === 'buy-number');
  for (const record of await store.records.unsettled()) {
    // From then on no repeated request finds it, so none can pay for it while it is undone.
    if (record.claim !== undone && !(await store.records.unbind(record))) continue;
    if (buying) {
      const context = { route: routeName(buying), now: clock.now(), signal: new AbortController().signal };
      if (isLease(record)) await upstream.releaseNumber(record.id, context);
      if (isOrder(record)) await upstream.cancelOrder(record.id, context);
    }
    await store.records.remove(record.kind, record.id, record.data);
  }
}
