/** Sending transactions until the chain has them: nodes drop what they cannot forward at once. */

import type { Log } from '../../logging/log.ts';
import type { Payment } from '../../operation/payment.ts';
import type { Pulse } from '../chain/pulse.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaReader } from './reader.ts';
import type { Complete } from './transaction.ts';

/** Sends transactions that others have written. */
export interface Sender {
  /** Sends a transaction, again and again; resolves when it is deep enough in the chain, or can no longer come there. */
  send(transaction: Complete, payment: Payment): Promise<void>;
}

interface Slot extends Complete {
  readonly payment: Payment;
  readonly end: () => void;
  /** Passes since it was sent. */
  age: number;
}

/** Transactions that nodes answer for in one call. */
const most = 256;

/** Creates a sender that sends what no block has after so many passes again. */
export function createSender(
  node: SolanaNode,
  { isDeep, hasExpired }: SolanaReader,
  { pulse, resend, log }: { readonly pulse: Pulse; readonly resend: number; readonly log: Log },
): Sender {
  const slots = new Map<string, Slot>();

  /** Throws nothing: what is lost is sent again. */
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
        const isOver = status ? isDeep(status) : slot.age >= resend && (await hasExpired(slot.payment));
        if (isOver) {
          slots.delete(slot.signature);
          slot.end();
        } else if (!status && slot.age >= resend) await deliver(slot);
      }),
    );
  }

  pulse.each(async () => {
    const all = [...slots.values()];
    for (let start = 0; start < all.length; start += most) await follow(all.slice(start, start + most));
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
