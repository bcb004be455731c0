import { formatUsd } from '@tollwright/runtime/money/usd';
import { CapReached } from '../http/interruption.ts';

/**
 * The budget of one run in micro-USDC.
 *
 * An amount is held from before its payment is signed until the target has rejected that payment, so that spent and
 * held together never exceed the cap, however many requests are in flight. Holding is synchronous, so that the
 * comparison and the addition are atomic.
 */
export class Budget {
  readonly cap: bigint;
  #held = 0n;
  #spent = 0n;
  /** Charges for which nothing was set aside. */
  #charged = 0n;
  /** The amount that a balance sets aside. */
  #open = 0n;

  /** The end of the refusal message: that the cap is the default, and how to raise it. */
  readonly #hint: string;

  constructor(cap: bigint, hint = '') {
    this.cap = cap;
    this.#hint = hint;
  }

  /** Micro-USDC that were charged. */
  get spent(): bigint {
    return this.#spent;
  }

  /** Replaces the charges for which nothing was set aside by the spend that a balance shows, and holds its reservations. */
  measure({ spent, open }: { readonly spent: bigint; readonly open: bigint }): void {
    this.#spent += spent - this.#charged;
    this.#charged = spent;
    this.#held += open - this.#open;
    this.#open = open;
  }

  /** Micro-USDC that signed payments may still charge. */
  get held(): bigint {
    return this.#held;
  }

  /** Holds an amount; throws `CapReached` when it would exceed the cap. */
  hold(amount: bigint): void {
    // What is free stays possible, also where a charge was higher than its reservation.
    if (amount > 0n && this.#spent + this.#held + amount > this.cap) {
      throw new CapReached(
        `A payment of ${formatUsd(amount)} USD would exceed the spend cap of ${formatUsd(this.cap)} USD ` +
          `(${formatUsd(this.#spent)} USD spent, ${formatUsd(this.#held)} USD held for open payments).${this.#hint}`,
      );
    }
    this.#held += amount;
  }

  /** Releases a held amount that was not charged. */
  release(amount: bigint): void {
    this.#held -= amount;
  }

  /** Counts a held amount as spent. */
  spend(amount: bigint): void {
    this.#held -= amount;
    this.#spent += amount;
  }

  /** Counts a charge that was not held, such as one measured after an account call. */
  charge(amount: bigint): void {
    this.#spent += amount;
    this.#charged += amount;
  }
}
