import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';

/** The clock of a pace; times are in milliseconds. */
export interface PaceClock {
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
}

const realClock: PaceClock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};

/**
 * A client that starts at most `rate` requests a second, evenly spaced and in the order of the calls.
 *
 * `waited` gets the milliseconds that a request waited for its turn, so that they do not count as time of a check.
 */
export function paced(
  client: Client,
  rate: number,
  waited: (milliseconds: number) => void,
  { now, wait }: PaceClock = realClock,
): Client {
  let next = 0;
  return {
    ...client,
    async exchange(sent, signal) {
      const time = now();
      const turn = Math.max(next, time);
      next = turn + 1000 / rate;
      if (turn > time) {
        waited(turn - time);
        await wait(turn - time, signal);
      }
      return client.exchange(sent, signal);
    },
  };
}
