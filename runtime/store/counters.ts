import { isRunning } from '../system/clock.ts';

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

/** Counters that a process keeps. */
const maxCounters = 100_000;

/**
 * Counters of one process, with a way to forget them all. Each count takes constant time.
 *
 * Where there are too many, those that were not used lately are forgotten, even if their windows have not ended.
 */
export function createMemoryCounters(max = maxCounters): Counters & { clear(): void } {
  let recent = new Map<string, Count>();
  let earlier = new Map<string, Count>();

  return {
    count(name, window, now) {
      const counter = recent.get(name) ?? earlier.get(name);
      const isCounted = counter !== undefined && isRunning(counter.resetsAt - window, window, now);
      const counted = isCounted ? { ...counter, count: counter.count + 1 } : { count: 1, resetsAt: now + window };
      recent.set(name, counted);
      if (recent.size >= max / 2) [recent, earlier] = [new Map(), recent];
      return counted;
    },
    clear() {
      recent.clear();
      earlier.clear();
    },
  };
}
