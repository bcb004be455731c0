const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves on Ctrl-C or SIGTERM. */
export function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) process.once(signal, () => resolve());
  return promise;
}

/**
 * Runs work that can be stopped: the first Ctrl-C or SIGTERM calls `onStop` and aborts the signal of the work.
 *
 * A second one ends the process at once, as it does by default.
 */
export async function stoppable<T>(onStop: () => void, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const end = () => {
    for (const signal of signals) process.off(signal, end);
    onStop();
    controller.abort();
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}
