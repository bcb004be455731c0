import { PaymentPostponed } from '../http/interruption.ts';
import { shareable, shared } from './observation.ts';
import type { Run } from './run.ts';

/**
 * Remembers the result of `make` for each run.
 *
 * Rules that are read off the same calls share them this way; a failure is shared as well.
 */
export function oncePerRun<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const results = new WeakMap<Run, Promise<T>>();
  return (run) => remembered(results, run, () => make(run));
}

/** The places of results that are remembered. */
interface Results<Key, T> {
  get(key: Key): Promise<T> | undefined;
  set(key: Key, result: Promise<T>): unknown;
  delete(key: Key): unknown;
}

/** The result of `make` under a key, which is called once. */
export function remembered<Key, T>(results: Results<Key, T>, key: Key, make: () => Promise<T>): Promise<T> {
  const known = results.get(key);
  return known ? shared(known) : remember(results, key, make);
}

/** Remembers the result of `make` under a key, unless the check was put off until payments are made. */
export function remember<Key, T>(results: Results<Key, T>, key: Key, make: () => Promise<T>): Promise<T> {
  const result = shareable(make);
  results.set(key, result);
  result.catch((error: unknown) => {
    if (error instanceof PaymentPostponed) results.delete(key);
  });
  return result;
}
