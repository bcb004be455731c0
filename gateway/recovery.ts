/** What a gateway does about calls that a crash has interrupted: at its start, and for processes that share its store. */

import type { HostDefinition } from '@tollwright/runtime/operation';
import type { FindAccepted } from '@tollwright/runtime/payment/reconcile';
import { routeName } from '@tollwright/runtime/route-name';
import type { Services } from '@tollwright/runtime/services';
import type { HandlerContext } from './handler-context.ts';
import { callPaidBy } from './handlers/phone/call.ts';
import { isLease } from './handlers/phone/lease.ts';

/** Finds phone calls that were dialed: they are settled, whatever happened to their response. */
export function acceptedCalls({ routes }: HostDefinition): FindAccepted {
  const dialing = routes.find(({ operation }) => operation.id === 'start-call');
  return async (store, claim) => ((await callPaidBy(store, claim)) ? dialing : undefined);
}

/** Removes what was stored for payments that were given back, and releases its numbers at the carrier. */
export async function undoUnpaid({ services, upstream }: HandlerContext, { routes }: HostDefinition): Promise<void> {
  const { store, payments, clock } = services;
  const buying = routes.find(({ operation }) => operation.id === 'buy-number');
  for (const record of await store.records.unsettled()) {
    if (record.claim !== undefined && (await payments.isOpen(record.claim))) continue;
    // It may have been charged since it was read.
    if (await store.records.find(record.kind, record.id)) continue;
    if (isLease(record) && buying) {
      const { signal } = new AbortController();
      await upstream.releaseNumber(record.id, { route: routeName(buying), now: clock.now(), signal });
    }
    await store.records.remove(record.kind, record.id);
  }
}

/** Ends, in each lease of a shared store, what processes have left behind that ended meanwhile; returns the way to stop. */
export function watchProcesses({ store, payments, log }: Services, recover?: () => Promise<void>): () => void {
  if (store.lease === undefined) return () => undefined;
  async function sweep(): Promise<void> {
    await payments.reconcile();
    await recover?.();
  }
  const timer = setInterval(() => void sweep().catch((err) => log.error({ err }, 'sweep')), store.lease);
  timer.unref();
  return () => clearInterval(timer);
}
