import type { Log } from '../logging/log.ts';
import { Problem } from '../operation/problem.ts';

/** Milliseconds between two rounds. */
const round = 1000;

/** Settlements with an unknown outcome, each looked up until it is known. */
export interface Pursuit {
  add(claim: string): void;
  close(): void;
}

/** Creates the pursuit of one process; `ask` throws `settlement-unknown` while the outcome is unknown. */
export function createPursuit(ask: (claim: string) => Promise<unknown>, log: Log): Pursuit {
  const claims = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function schedule(): void {
    if (timer !== undefined || isClosed || claims.size === 0) return;
    timer = setTimeout(() => void askAll(), round);
    timer.unref();
  }

  async function askAll(): Promise<void> {
    await Promise.all(
      [...claims].map(async (claim) => {
        try {
          await ask(claim);
          claims.delete(claim);
        } catch (error) {
          if (!(error instanceof Problem)) log.error({ claim, err: error }, 'pursuit');
        }
      }),
    );
    timer = undefined;
    schedule();
  }

  return {
    add(claim) {
      claims.add(claim);
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
