import { setTimeout as pause } from 'node:timers/promises';
import { type Chain, callNode } from './node.ts';

/** Milliseconds. */
const betweenLooks = 500;

/** What a node says of a transaction, of which it may hear a few blocks after the deployment; null where it never does. */
export async function receiptOf({ url, patience }: Chain, method: string, ...params: readonly unknown[]) {
  return lookUntil(
    patience,
    () => callNode(url, method, ...params),
    (receipt) => receipt !== null,
  );
}

/** Looks until what is found will do, or so many milliseconds are over; what was found last. */
export async function lookUntil<Found>(
  patience: number,
  look: () => Promise<Found>,
  isDone: (found: Found) => boolean,
): Promise<Found> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (isDone(found) || performance.now() >= end) return found;
    await pause(betweenLooks);
  }
}
