import { PaymentPostponed } from '../http/interruption.ts';
import type { Run } from './run.ts';

/**
 * Remembers the result of `make` for each run.
 *
 * Rules that are read off the same calls share them this way; a failure is shared as well.
 */
export function oncePerRun<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const results = new WeakMap<Run, Promise<T>>();
  return (run) => results.get(run) ?? remember(results, run, () => make(run));
}

/** Remembers the result of `make` under a key, unless the check was put off until payments are made. */
export function remember<Key, T>(
  results: {
    set(key: Key, result: Promise<T>): unknown;
    delete(key: Key): unknown;
  },
  key: Key,
  make: () => Promise<T>,
): Promise<T> {
  const result = make();
  results.set(key, result);
  result.catch((error: unknown) => {
    if (error instanceof PaymentPostponed) results.delete(key);
  });
  return result;
}
