import type { Run } from './check.ts';

/**
 * Remembers the result of `make` for each run.
 *
 * Rules that are read off the same calls share them this way; a failure is shared as well.
 */
export function oncePerRun<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const results = new WeakMap<Run, Promise<T>>();
  return (run) => {
    const known = results.get(run);
    if (known) return known;
    const result = make(run);
    results.set(run, result);
    return result;
  };
}
