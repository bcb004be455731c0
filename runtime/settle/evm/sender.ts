/** Sends many transactions of one account at once, each with the next nonce, without waiting for the one before. */

import type { Hex } from 'viem';
import type { Pulse } from '../chain/pulse.ts';
import type { Broadcast, Transaction } from './broadcast.ts';
import { createFees, type Fees } from './fees.ts';
import type { EvmNode, Receipt } from './node.ts';

/** Sends calls from one account. */
export interface Sender {
  /**
   * Sends a call, and sends it again with higher fees while it is stuck. Returns its receipt once it is deep enough in the
   * chain, or `displaced` when another transaction of the account took its place, so that you may send it again.
   */
  send(transaction: Transaction): Promise<Receipt | 'displaced'>;
}

export interface SenderOptions {
  readonly node: EvmNode;
  readonly address: Hex;
  readonly broadcast: Broadcast;
  readonly confirmations: number;
  /** Passes after which a transaction that is in no block is sent again. */
  readonly resend: number;
  /** Transactions that wait for a block at the same time. */
  readonly inFlight: number;
  readonly pulse: Pulse;
}

interface Slot {
  readonly nonce: number;
  readonly transaction: Transaction;
  readonly end: (receipt: Receipt | 'displaced') => void;
  /** Hashes of all versions that were sent. */
  readonly hashes: Set<Hex>;
  fees: Fees;
  /** Passes since it was sent. */
  age: number;
  /** Passes in which its nonce was used, but none of its hashes was found. */
  missed: number;
}

/** Passes in which a node may count a transaction and not have its receipt yet. */
const maxMissed = 3;

/** Creates the sender of an account, which nothing else may use at the same time. */
export function createSender(options: SenderOptions): Sender {
  const { node, address, broadcast, confirmations, resend, inFlight, pulse } = options;
  const fees = createFees(node);
  const slots = new Map<number, Slot>();
  const waiting: (() => void)[] = [];
  let next = 0;
  let started: Promise<void> | undefined;

  /** Starts at the first unused nonce. Transactions that an earlier process left in the pool are replaced. */
  async function start(): Promise<void> {
    next = await node.count(address);
    await fees.refresh();
  }

  async function sendVersion(slot: Slot): Promise<void> {
    slot.age = 0;
    const { hash, isUnderpriced } = await broadcast.send({ ...slot.transaction, nonce: slot.nonce, fees: slot.fees });
    slot.hashes.add(hash);
    // The next pass raises its fees.
    if (isUnderpriced) slot.age = resend;
  }

  async function pass(): Promise<void> {
    const head = await node.head();
    const depth = head - BigInt(confirmations - 1);
    const [latest, deep] = await Promise.all([
      node.count(address, head),
      depth < 0n ? 0 : node.count(address, depth),
      fees.refresh(),
    ]);
    next = Math.max(next, latest);
    const all = [...slots.values()];
    await Promise.all(all.filter(({ nonce }) => nonce < deep).map((slot) => finish(slot, depth)));
    const stuck = all.filter(({ nonce, age }) => nonce >= latest && age >= resend);
    for (const slot of stuck) slot.fees = fees.raised(slot.fees);
    await Promise.all(stuck.map(sendVersion));
    // A reorganization may have dropped transactions that were deep enough. They hold up the rest, so they are sent again.
    const lowest = Math.min(...slots.keys());
    if (stuck.length > 0 && latest < lowest) await broadcast.repeat(latest, lowest);
  }

  async function finish(slot: Slot, depth: bigint): Promise<void> {
    const receipts = await Promise.all([...slot.hashes].map(node.receipt));
    const receipt = receipts.find((each) => each && BigInt(each.blockNumber) <= depth);
    if (receipt) return end(slot, receipt);
    slot.missed += 1;
    if (slot.missed >= maxMissed) end(slot, 'displaced');
  }

  function end(slot: Slot, receipt: Receipt | 'displaced'): void {
    slots.delete(slot.nonce);
    slot.end(receipt);
    waiting.shift()?.();
  }

  pulse.each(async () => {
    for (const slot of slots.values()) slot.age += 1;
    if (slots.size > 0) await pass();
    return slots.size > 0;
  });

  return {
    async send(transaction) {
      started ??= start();
      await started.catch((error) => {
        started = undefined;
        throw error;
      });
      if (slots.size >= inFlight) await new Promise<void>((resolve) => waiting.push(resolve));
      const { promise, resolve: end } = Promise.withResolvers<Receipt | 'displaced'>();
      const fresh = { fees: fees.current(), hashes: new Set<Hex>(), age: 0, missed: 0 };
      const slot: Slot = { nonce: next, transaction, end, ...fresh };
      next += 1;
      slots.set(slot.nonce, slot);
      pulse.wake();
      await sendVersion(slot);
      return promise;
    },
  };
}
