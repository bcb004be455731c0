/** Does work for the same key one piece after the other. */
export interface Turns {
  /** Does the work once all earlier work for the key has ended, however it ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Creates turns; a key that nobody waits for is forgotten. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      const forget = () => {
        if (last.get(key) === turn) last.delete(key);
      };
      turn.then(forget, forget);
      return turn;
    },
  };
}
