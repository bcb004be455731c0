import type { Log } from '../logging/log.ts';
import type { Store } from '../store/store.ts';
import { type Clock, unixSeconds } from '../system/clock.ts';
import { owed } from './accounts.ts';

/** Milliseconds between two rounds. */
const round = 60 * 60 * 1000;

/** Seconds after which an expired payment is removed: the clocks of several processes may differ. */
const grace = 60 * 60;

/** Milliseconds for which an answer is kept for repeated requests: one day. */
const keptFor = 24 * 60 * 60 * 1000;

/** Rows that one statement removes, so that none takes long. */
const limit = 1000;

/** Removes what the store need not keep, every hour. */
export interface Purging {
  /** Begins with a first round; once, however often it is called. */
  start(): void;
  close(): void;
}

/** Creates the purging of one process. */
export function createPurging(parts: { readonly store: Store; readonly clock: Clock; readonly log: Log }): Purging {
  const { store, clock, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function purge(): Promise<void> {
    const over = {
      validBefore: unixSeconds(clock) - grace,
      chargedBefore: clock.now() - owed.life,
      keptBefore: clock.now() - keptFor,
      limit,
    };
    while (!isClosed && (await store.purge(over)) > 0);
  }

  function tryPurge(): void {
    purge().catch((error) => isClosed || log.error({ err: error }, 'purge'));
  }

  return {
    start() {
      if (timer !== undefined) return;
      tryPurge();
      timer = setInterval(tryPurge, round);
      timer.unref();
    },
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
