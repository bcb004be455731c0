import { setTimeout as delay } from 'node:timers/promises';

/** The time, as tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds, or once `stop` is aborted. */
  wait(milliseconds: number, stop: AbortSignal): Promise<void>;
}

const systemClock: Clock = {
  now: Date.now,
  wait: (milliseconds, stop) => delay(milliseconds, undefined, { signal: stop }).catch(() => undefined),
};

/**
 * Repeats work until `stop` is aborted; returns what the last run returned.
 *
 * `every` is the milliseconds from one start to the next. Work that takes longer starts again at once.
 */
export async function repeated<T>(
  every: number,
  work: () => Promise<T>,
  stop: AbortSignal,
  clock: Clock = systemClock,
): Promise<T> {
  for (;;) {
    const started = clock.now();
    const result = await work();
    if (!stop.aborted) await clock.wait(Math.max(0, started + every - clock.now()), stop);
    if (stop.aborted) return result;
  }
}
