/** Sends transactions until the chain has them, since nodes drop those that they cannot forward at once. */

import type { Log } from '../../logging/log.ts';
import type { Payment } from '../../operation/payment.ts';
import type { Pulse } from '../chain/pulse.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaReader } from './reader.ts';
import type { SignedTransaction } from './transaction.ts';

/** Sends transactions that payers have written. */
export interface Sender {
  /** Sends a transaction repeatedly. Resolves when it is deep enough in the chain, or can no longer get there. */
  send(transaction: SignedTransaction, payment: Payment): Promise<void>;
}

interface Slot extends SignedTransaction {
  readonly payment: Payment;
  readonly end: () => void;
  /** Passes since it was sent. */
  age: number;
}

/** Transactions whose status nodes return in one call. */
const maxStatuses = 256;

/** Creates a sender. It sends a transaction again that no block has after `resend` passes. */
export function createSender(
  node: SolanaNode,
  reader: SolanaReader,
  { pulse, resend, log }: { readonly pulse: Pulse; readonly resend: number; readonly log: Log },
): Sender {
  const slots = new Map<string, Slot>();

  /** Never throws: a lost transaction is sent again. */
  async function deliver(slot: Slot): Promise<void> {
    slot.age = 0;
    await node.send(slot.wire).catch((error) => {
      log.warn({ transaction: slot.signature, reason: String(error) }, 'transaction');
    });
  }

  async function follow(part: readonly Slot[]): Promise<void> {
    const statuses = await node.statuses(part.map(({ signature }) => signature));
    await Promise.all(
      part.map(async (slot, index) => {
        const status = statuses[index];
        slot.age += 1;
        const isOver = status ? reader.isDeep(status) : slot.age >= resend && (await reader.hasExpired(slot.payment));
        if (isOver) {
          slots.delete(slot.signature);
          slot.end();
        } else if (!status && slot.age >= resend) await deliver(slot);
      }),
    );
  }

  pulse.each(async () => {
    const all = [...slots.values()];
    for (let start = 0; start < all.length; start += maxStatuses) {
      await follow(all.slice(start, start + maxStatuses));
    }
    return slots.size > 0;
  });

  return {
    async send(transaction, payment) {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const slot: Slot = { ...transaction, payment, end, age: 0 };
      slots.set(slot.signature, slot);
      pulse.wake();
      await deliver(slot);
      return promise;
    },
  };
}
