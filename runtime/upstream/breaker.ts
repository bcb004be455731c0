import { type Clock, isRunning } from '../system/clock.ts';

/** Failures in a row after which a provider gets no calls for a while. */
const maxFailures = 5;

/** Milliseconds before one call tries it again. */
const rest = 30_000;

/** Keeps calls from a provider that fails again and again. */
export interface Breaker {
  /** Returns false while the provider rests. After that, one call at a time may try it. */
  enter(): boolean;
  /** Reports the end of a call that entered; `unclear` where it does not show the provider's health. */
  leave(end: 'answered' | 'failed' | 'unclear'): void;
}

/** Creates a breaker that is closed: every call may enter. */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let openedAt = 0;
  let trying = false;
  return {
    enter() {
      if (failures < maxFailures) return true;
      if (trying || isRunning(openedAt, rest, clock.now())) return false;
      trying = true;
      return true;
    },
    leave(end) {
      trying = false;
      if (end === 'unclear') return;
      failures = end === 'answered' ? 0 : failures + 1;
      if (end === 'failed') openedAt = clock.now();
    },
  };
}
