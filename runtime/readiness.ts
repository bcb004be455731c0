import { setTimeout as after } from 'node:timers/promises';
import type { Store } from './store/store.ts';

/** Milliseconds within which a store that works answers. */
const patience = 2000;

/** Why a store can serve no calls now; undefined when it can. */
export async function faultOf({ records }: Pick<Store, 'records'>): Promise<string | undefined> {
  const answered = records.find('probe', 'probe').then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, after(patience, false, { ref: false })]);
  return isThere ? undefined : 'the store does not answer';
}
