const signals = ['SIGINT', 'SIGTERM'] as const;

/** The process that started this one, read while it still runs. */
const { ppid: starter } = process;

/** Milliseconds between two looks for the npm that started the process. */
const lookEvery = 250;

/** Resolves on Ctrl-C or SIGTERM, and when the `npx` or `npm` that started the process has ended: it passes no signal on. */
export function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) process.once(signal, () => resolve());
  if (process.env.npm_command === undefined) return promise;
  const timer = setInterval(() => process.ppid === starter || resolve(), lookEvery);
  // The timer alone must not keep a command alive that has done its work.
  timer.unref();
  return promise.finally(() => clearInterval(timer));
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
