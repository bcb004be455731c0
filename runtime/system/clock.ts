/** The time. It is injected everywhere, so that tests and the control API can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** A clock that can be moved forward and put back to its source's time. */
export interface MovableClock extends Clock {
  advance(seconds: number): void;
  reset(): void;
}

/** The time of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Creates a clock that runs ahead of another one by the time that it was advanced. */
export function createMovableClock(source: Clock = systemClock): MovableClock {
  let ahead = 0;

  return {
    now: () => source.now() + ahead,
    advance(seconds) {
      ahead += seconds * 1000;
    },
    reset() {
      ahead = 0;
    },
  };
}

/** Whole seconds since 1970, the unit in which payments are dated. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}

/**
 * True while a period of so many milliseconds is running.
 *
 * One that begins in the future has ended: the clock was set back, and it may take years until that time comes again.
 */
export function isRunning(start: number, length: number, now: number): boolean {
  return start <= now && now - start < length;
}
