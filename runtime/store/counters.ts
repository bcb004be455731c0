/** The count of a window. */
export interface Count {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

/** Counts in windows of fixed length, which begin with their first count. */
export interface Counters {
  /** Counts once under a name. `window` is in milliseconds, `now` in milliseconds since 1970. */
  count(name: string, window: number, now: number): Count | Promise<Count>;
}

/** Counters that are kept before those of ended windows are removed. */
const maxCounters = 100_000;

/** Counters of one process, with a way to forget them all. */
export function createMemoryCounters(): Counters & { clear(): void } {
  const counters = new Map<string, Count>();

  function dropEnded(now: number): void {
    for (const [name, { resetsAt }] of counters) if (resetsAt <= now) counters.delete(name);
  }

  return {
    count(name, window, now) {
      const counter = counters.get(name);
      const isRunning = counter !== undefined && counter.resetsAt > now;
      if (!isRunning && counters.size >= maxCounters) dropEnded(now);
      const counted = isRunning ? { ...counter, count: counter.count + 1 } : { count: 1, resetsAt: now + window };
      counters.set(name, counted);
      return counted;
    },
    clear: () => counters.clear(),
  };
}
