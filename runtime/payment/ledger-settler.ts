import { hash } from 'node:crypto';
import { binToBase58 } from '@bitauth/libauth';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { Ledger } from '../store/ledger.ts';
import { paymentDigest, paymentName } from '../store/payment-name.ts';
import type { Clock } from '../system/clock.ts';
import { isSolana } from '../x402/offer.ts';
import type { Settler } from './settler.ts';

/** Settles in the embedded ledger. A transaction hash is derived from its payment, so that each payment has one. */
export function createLedgerSettler(ledger: Ledger, clock: Clock): Settler {
  return {
    async settle(payment, route) {
      const transfer = await ledger.transfer(payment, transactionHash(payment), route, clock.now());
      if (!transfer) return { outcome: 'failed', reason: 'The balance of the payer is too low.' };
      return { outcome: 'settled', txHash: transfer.txHash };
    },
    async lookup(payment) {
      const transfer = await ledger.transferOf(payment);
      if (!transfer) return { outcome: 'failed', reason: 'Nothing was transferred.' };
      return { outcome: 'settled', txHash: transfer.txHash };
    },
    balance: (payer) => ledger.balance(payer),
  };
}

/** The transaction hash of a payment in the embedded ledger, in the format of its network. */
export function transactionHash(payment: Payment): string {
  return isSolana(payment)
    ? binToBase58(hash('sha512', paymentName(payment), 'buffer'))
    : `0x${paymentDigest(payment).toString('hex')}`;
}

/** Records in the ledger the payments that a settler has moved elsewhere, each once. */
export function recordedSettler(settler: Settler, ledger: Ledger, clock: Clock): Settler {
  async function record(payment: Payment, settlement: Settlement, route: string): Promise<Settlement> {
    if (settlement.outcome === 'settled') await ledger.record(payment, settlement.txHash, route, clock.now());
    return settlement;
  }
  return {
    ...settler,
    settle: async (payment, route) => record(payment, await settler.settle(payment, route), route),
    // The call of this payment has ended, and its route is not known here.
    lookup: async (payment) => record(payment, await settler.lookup(payment), ''),
  };
}
