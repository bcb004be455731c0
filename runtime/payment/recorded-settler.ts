import type { Payment, Settlement } from '../operation/payment.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Clock } from '../system/clock.ts';
import type { Settler } from './settler.ts';

/** Keeps in the ledger what a settler has moved elsewhere, each payment once. */
export function recordedSettler(settler: Settler, ledger: Ledger, clock: Clock): Settler {
  async function record(payment: Payment, settlement: Settlement, route: string): Promise<Settlement> {
    if (settlement.outcome === 'settled') await ledger.record(payment, settlement.txHash, route, clock.now());
    return settlement;
  }
  return {
    ...settler,
    settle: async (payment, route) => record(payment, await settler.settle(payment, route), route),
    // Its route is that of a call which has ended.
    lookup: async (payment) => record(payment, await settler.lookup(payment), ''),
  };
}
