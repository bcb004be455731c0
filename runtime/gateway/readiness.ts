import { setTimeout as after } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/** Milliseconds within which a store that works has written. */
const patience = 2000;

/** Why a store can serve no calls now; undefined when it can. What removes nothing is written all the same. */
export async function faultOf({ records }: Pick<Store, 'records'>): Promise<string | undefined> {
  const written = records.remove('probe', 'probe').then(
    () => true,
    () => false,
  );
  const isWritten = await Promise.race([written, after(patience, false, { ref: false })]);
  return isWritten ? undefined : 'the store does not write';
}
