/** Repeats a pass over open work, as long as there is any. */
export interface Pulse {
  /** Does work in each pass; `true` asks for the next one. */
  each(work: () => Promise<boolean>): void;
  /** Starts the passes again after they have stopped. */
  wake(): void;
  /** Resolves after the next pass. Throws when the pulse is closed. */
  beat(): Promise<void>;
  close(): void;
}

/** Creates a pulse with that many milliseconds between passes. `failed` gets the errors of passes. */
export function createPulse(milliseconds: number, failed: (error: unknown) => void): Pulse {
  const works: (() => Promise<boolean>)[] = [];
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isClosed = false;

  async function pass(): Promise<void> {
    timer = undefined;
    isRunning = true;
    const woken = waiting;
    waiting = [];
    const busy = await Promise.all(works.map((work) => work().catch(goOn)));
    isRunning = false;
    for (const wake of woken) wake();
    if (busy.includes(true) || waiting.length > 0) pulse.wake();
  }

  /** A pass that threw still has work to do. */
  function goOn(error: unknown): boolean {
    failed(error);
    return true;
  }

  const pulse: Pulse = {
    each: (work) => void works.push(work),
    wake() {
      if (isClosed || isRunning || timer !== undefined) return;
      timer = setTimeout(() => void pass(), milliseconds);
      timer.unref();
    },
    beat() {
      if (isClosed) return Promise.reject(new Error('The settler was closed.'));
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      pulse.wake();
      return promise;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const wake of waiting) wake();
    },
  };
  return pulse;
}
