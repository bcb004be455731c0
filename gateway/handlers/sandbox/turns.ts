/** Runs tasks of the same key one after the other. */
export interface Turns {
  /** Runs a task once all earlier tasks of the key have ended, failed ones included. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Creates turns; a key without waiting tasks is dropped. */
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
