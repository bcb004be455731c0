import { type Clock, isRunning } from '../system/clock.ts';

/** Failures in a row after which a provider gets no calls for a while. */
const maxFailures = 5;

/** Milliseconds before one call tries it again. */
const rest = 30_000;

/** The health of a provider after a call; `unclear` where the call does not show it. */
export type Health = 'answered' | 'failed' | 'unclear';

/** Keeps calls from a provider that fails again and again. */
export interface Breaker {
  /** Returns false while the provider rests. After that, one call at a time may try it. */
  enter(): boolean;
  /** Reports the end of a call that entered. */
  leave(end: Health): void;
  /** Reports the content of an answer, which may be a failure whatever its status. */
  read(end: Health): void;
}

/** Creates a breaker that is closed: every call may enter. */
export function createBreaker(clock: Clock): Breaker {
  const failures = { calls: 0, contents: 0 };
  let openedAt = 0;
  let trying = false;

  function count(part: keyof typeof failures, end: Health): void {
    if (end === 'unclear') return;
    failures[part] = end === 'answered' ? 0 : failures[part] + 1;
    if (end === 'failed') openedAt = clock.now();
  }

  return {
    enter() {
      if (Math.max(failures.calls, failures.contents) < maxFailures) return true;
      if (trying || isRunning(openedAt, rest, clock.now())) return false;
      trying = true;
      return true;
    },
    leave(end) {
      trying = false;
      count('calls', end);
    },
    read: (end) => count('contents', end),
  };
}
