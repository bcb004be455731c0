import type { Log } from '../logging/log.ts';
import { Problem } from '../operation/problem.ts';

/** Milliseconds between two rounds. */
const round = 1000;

/** Work that has failed and is tried again until it is done, such as the look-up of a settlement with an unknown outcome. */
export interface Pursuit {
  /** Adds work under a name, instead of earlier work of the same name. */
  add(name: string, work: () => Promise<unknown>): void;
  /** Gives up the work of a name. */
  drop(name: string): void;
  close(): void;
}

/** Creates the pursuit of one process. */
export function createPursuit(log: Log): Pursuit {
  const pending = new Map<string, () => Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function schedule(): void {
    if (timer !== undefined || isClosed || pending.size === 0) return;
    timer = setTimeout(() => void tryAll(), round);
    timer.unref();
  }

  async function tryAll(): Promise<void> {
    await Promise.all(
      [...pending].map(async ([name, work]) => {
        try {
          await work();
          if (pending.get(name) === work) pending.delete(name);
        } catch (error) {
          // A problem says that the outcome is still unknown.
          if (!(error instanceof Problem)) log.error({ work: name, err: error }, 'pursuit');
        }
      }),
    );
    timer = undefined;
    schedule();
  }

  return {
    add(name, work) {
      pending.set(name, work);
      schedule();
    },
    drop: (name) => void pending.delete(name),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
