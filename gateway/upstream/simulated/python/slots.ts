/** Limits how many tasks run at the same time. */
export interface Slots {
  /** Runs a task when a slot is free. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates `count` slots for concurrent tasks, which run in the order of their calls. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
