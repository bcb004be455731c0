/** Sends many transactions of one account at once, each with the next nonce, without waiting for the one before. */

import type { Hex } from 'viem';
import type { Pulse } from '../chain/pulse.ts';
import type { Broadcast, Transaction } from './broadcast.ts';
import { createFees, type FeeOracle, type Fees } from './fees.ts';
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
  return new AccountSender(options);
}

class AccountSender implements Sender {
  readonly #options: SenderOptions;
  readonly #fees: FeeOracle;
  readonly #slots = new Map<number, Slot>();
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #started: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#fees = createFees(options.node);
    options.pulse.each(async () => {
      for (const slot of this.#slots.values()) slot.age += 1;
      if (this.#slots.size > 0) await this.#pass();
      return this.#slots.size > 0;
    });
  }

  async send(transaction: Transaction): Promise<Receipt | 'displaced'> {
    const { inFlight, pulse } = this.#options;
    this.#started ??= this.#start();
    await this.#started.catch((error) => {
      this.#started = undefined;
      throw error;
    });
    if (this.#slots.size >= inFlight) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const { promise, resolve: end } = Promise.withResolvers<Receipt | 'displaced'>();
    const fresh = { fees: this.#fees.current(), hashes: new Set<Hex>(), age: 0, missed: 0 };
    const slot: Slot = { nonce: this.#next, transaction, end, ...fresh };
    this.#next += 1;
    this.#slots.set(slot.nonce, slot);
    pulse.wake();
    await this.#sendVersion(slot);
    return promise;
  }

  /** Starts at the first unused nonce. Transactions that an earlier process left in the pool are replaced. */
  async #start(): Promise<void> {
    const { node, address } = this.#options;
    this.#next = await node.count(address);
    await this.#fees.refresh();
  }

  async #sendVersion(slot: Slot): Promise<void> {
    const { broadcast, resend } = this.#options;
    slot.age = 0;
    const { hash, isUnderpriced } = await broadcast.send({ ...slot.transaction, nonce: slot.nonce, fees: slot.fees });
    slot.hashes.add(hash);
    // The next pass raises its fees.
    if (isUnderpriced) slot.age = resend;
  }

  /** Ends the slots that are deep enough in the chain, and sends those that are stuck again. */
  async #pass(): Promise<void> {
    const { node, address, confirmations, broadcast, resend } = this.#options;
    const head = await node.head();
    const depth = head - BigInt(confirmations - 1);
    const [latest, deep] = await Promise.all([
      node.count(address, head),
      depth < 0n ? 0 : node.count(address, depth),
      this.#fees.refresh(),
    ]);
    this.#next = Math.max(this.#next, latest);
    const all = [...this.#slots.values()];
    await Promise.all(all.filter(({ nonce }) => nonce < deep).map((slot) => this.#finish(slot, depth)));
    const stuck = all.filter(({ nonce, age }) => nonce >= latest && age >= resend);
    for (const slot of stuck) slot.fees = this.#fees.raised(slot.fees);
    await Promise.all(stuck.map((slot) => this.#sendVersion(slot)));
    // A reorganization may have dropped transactions that were deep enough. They hold up the rest, so they are sent again.
    const lowest = Math.min(...this.#slots.keys());
    if (stuck.length > 0 && latest < lowest) await broadcast.repeat(latest, lowest);
  }

  async #finish(slot: Slot, depth: bigint): Promise<void> {
    const receipts = await Promise.all([...slot.hashes].map(this.#options.node.receipt));
    const receipt = receipts.find((each) => each && BigInt(each.blockNumber) <= depth);
    if (receipt) return this.#end(slot, receipt);
    slot.missed += 1;
    if (slot.missed >= maxMissed) this.#end(slot, 'displaced');
  }

  #end(slot: Slot, receipt: Receipt | 'displaced'): void {
    this.#slots.delete(slot.nonce);
    slot.end(receipt);
    this.#waiting.shift()?.();
  }
}
