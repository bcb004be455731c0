/** Runs work one after another for each key; different keys do not wait for each other. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates turns that nothing waits for yet. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
