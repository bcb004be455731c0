/** Payments of one network that wait for their batch, in the store of the gateway. */

import type { Micro } from '../../money/usd.ts';
import type { Payment } from '../../operation/payment.ts';
import type { RecordStore, StoredRecord } from '../../store/records.ts';
import { isObject } from '../../values/json.ts';

/** Payments that wait. A promise resolves once its change is durable. */
export interface Queue {
  /** Adds a payment, once. */
  add(payment: Payment): Promise<void>;
  has(payment: Payment): Promise<boolean>;
  /** Oldest first. */
  all(): Promise<readonly Payment[]>;
  /** Micro-USDC that a payer owes in this queue. */
  owed(payer: string): Promise<Micro>;
  /** Forgets a payment that has settled, with its signature. */
  settled(payment: Payment): Promise<void>;
  /** Sets aside a payment that can never settle. */
  lost(payment: Payment): Promise<void>;
}

const kinds = { waiting: 'batched-payment', lost: 'lost-payment' };

/** Opens the queue of a network in a store. */
export function openQueue(records: RecordStore, network: string): Queue {
  const list = async (owner?: string) =>
    (await records.list(kinds.waiting, owner)).map(paymentOf).filter((payment) => payment.network === network);
  return {
    add: async (payment) => void (await records.insert(recordOf(payment))),
    has: async (payment) => (await records.find(kinds.waiting, idOf(payment))) !== undefined,
    all: () => list(),
    owed: async (payer) => (await list(payer)).reduce<bigint>((sum, { amount }) => sum + amount, 0n),
    settled: async (payment) => void (await records.remove(kinds.waiting, idOf(payment))),
    async lost(payment) {
      await records.put({ ...recordOf(payment), kind: kinds.lost });
      await records.remove(kinds.waiting, idOf(payment));
    },
  };
}

/** Networks with waiting payments, each once. */
export async function waitingNetworks(records: RecordStore): Promise<readonly string[]> {
  return [...new Set((await records.list(kinds.waiting)).map((record) => paymentOf(record).network))];
}

function idOf({ network, payer, nonce }: Payment): string {
  return `${network} ${payer} ${nonce}`;
}

function recordOf(payment: Payment): StoredRecord {
  const data = { payment: { ...payment, amount: String(payment.amount) } };
  return { kind: kinds.waiting, id: idOf(payment), owner: payment.payer, data };
}

function paymentOf({ data: { payment } }: StoredRecord): Payment {
  if (!isObject(payment)) throw new TypeError('A record of the queue has no payment.');
  // The record was written by `recordOf`, which stores the amount as a text.
  return { ...payment, amount: BigInt(String(payment.amount)) } as Payment;
}
