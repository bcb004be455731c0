import type { Micro } from '../money/usd.ts';
import type { SettleAtOnce } from '../payment/at-once.ts';
import type { Settler } from '../payment/settler.ts';

/** Counters of a running gateway; `runtime/metrics/prometheus.ts` publishes them. */
export interface Metrics {
  /** A call began. */
  began(): void;
  /** Its response was made; `operation` is absent where the path leads to none. */
  served(operation: string | undefined, status: number, seconds: number): void;
  /** A call of an operation was paid; `operation` is absent where the settlement was found after its call had ended. */
  earned(operation: string | undefined, amount: Micro): void;
  /** A provider reported the cost of a call in USD; `provider` is its origin. */
  spent(provider: string | undefined, usd: number): void;
  /** An attempt to move funds ended. */
  settled(outcome: 'settled' | 'failed' | 'unknown'): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { began() {}, served() {}, earned() {}, spent() {}, settled() {} };

/** Counts the attempts of a settler. */
export function countedSettler(settler: Settler, metrics: Metrics): Settler {
  return {
    ...settler,
    async settle(payment, route) {
      try {
        const settlement = await settler.settle(payment, route);
        metrics.settled(settlement.outcome);
        return settlement;
      } catch (error) {
        metrics.settled('unknown');
        throw error;
      }
    },
  };
}

/** Counts payments that settle at once; others are counted when they settle step by step. */
export function countedAtOnce(settleAtOnce: SettleAtOnce, metrics: Metrics): SettleAtOnce {
  return async (...claim) => {
    const txHash = await settleAtOnce(...claim);
    if (txHash !== undefined) metrics.settled('settled');
    return txHash;
  };
}
