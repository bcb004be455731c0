/** Results that are computed once and shared. */

import type { Run } from './check.ts';
import { PaysLater } from './interruption.ts';

/** Remembers the result of `make` for each key, as long as somebody holds the key. */
export function oncePer<Key extends object, Result extends object>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known) return known;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}

/**
 * Remembers the result of `make` for each run.
 *
 * Rules that are read off the same calls share them this way; a failure is shared as well.
 */
export function oncePerRun<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const results = new WeakMap<Run, Promise<T>>();
  return (run) => results.get(run) ?? remember(results, run, () => make(run));
}

/** Remembers the result of `make` under a key, but not that it has to wait until payments are made. */
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
    if (error instanceof PaysLater) results.delete(key);
  });
  return result;
}
