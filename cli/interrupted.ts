/** Resolves when the process is asked to stop: Ctrl-C or SIGTERM. */
export function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  return promise;
}
