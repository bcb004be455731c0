import { setTimeout as delay } from 'node:timers/promises';

/** The clock of a pace; times are in milliseconds. */
export interface PaceClock {
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
}

/** Waits for the turn of a request; rejects when it is aborted. */
export type Turn = (signal?: AbortSignal) => Promise<void>;

const realClock: PaceClock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};

/**
 * Gives turns to at most `rate` requests a second, evenly spaced and in the order of the calls.
 *
 * `waited` gets the milliseconds that a request waited for its turn, so that they do not count as time of a check.
 */
export function paceOf(
  rate: number,
  waited: (milliseconds: number) => void,
  { now, wait }: PaceClock = realClock,
): Turn {
  let next = 0;
  return async (signal) => {
    const time = now();
    const turn = Math.max(next, time);
    next = turn + 1000 / rate;
    if (turn <= time) return;
    waited(turn - time);
    await wait(turn - time, signal);
  };
}
