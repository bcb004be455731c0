const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves when the process is asked to stop: Ctrl-C or SIGTERM. */
export function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) process.once(signal, () => resolve());
  return promise;
}

/**
 * Does work that can be stopped: `stop` is aborted when the process is first asked to, and `told` is called.
 *
 * Asked a second time, the process ends at once, as one does that listens to no signal.
 */
export async function stoppable<T>(told: () => void, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const end = () => {
    for (const signal of signals) process.off(signal, end);
    told();
    controller.abort();
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}
