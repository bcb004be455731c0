import type { Settler } from '../payment/settler.ts';

/** Scripted failures of the next settlements. */
export interface SettlementScript {
  fail(times: number): void;
  clear(): void;
  /** Applies the script to a settler. */
  wrap(settler: Settler): Settler;
}

/** Creates a script without failures. */
export function createSettlementScript(): SettlementScript {
  let failures = 0;
  return {
    fail(times) {
      failures += times;
    },
    clear() {
      failures = 0;
    },
    wrap: (settler) => ({
      ...settler,
      async settle(payment, route) {
        if (failures === 0) return settler.settle(payment, route);
        failures -= 1;
        return { outcome: 'failed', reason: 'scripted' };
      },
    }),
  };
}
