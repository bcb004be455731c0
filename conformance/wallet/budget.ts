import { formatUsd } from '@tollwright/runtime/money';
import { CapReached } from '../check/interruption.ts';

/**
 * The money of one run, in micro-USDC, under a hard cap.
 *
 * A sum is held from before its payment is signed until the target has refused that payment, so that spent and held
 * together never pass the cap, however many requests are in flight. Holding is synchronous: nothing can come between
 * the comparison and the addition.
 */
export class Budget {
  readonly cap: bigint;
  #held = 0n;
  #spent = 0n;

  constructor(cap: bigint) {
    this.cap = cap;
  }

  /** Micro-USDC that were charged. */
  get spent(): bigint {
    return this.#spent;
  }

  /** Micro-USDC that signed payments could still take. */
  get held(): bigint {
    return this.#held;
  }

  /** Holds a sum; throws `CapReached` when it would pass the cap. */
  hold(amount: bigint): void {
    if (this.#spent + this.#held + amount > this.cap) {
      throw new CapReached(
        `A payment of ${formatUsd(amount)} USD would pass the spend cap of ${formatUsd(this.cap)} USD ` +
          `(${formatUsd(this.#spent)} spent, ${formatUsd(this.#held)} in open payments).`,
      );
    }
    this.#held += amount;
  }

  /** Gives a held sum back: it was not charged. */
  release(amount: bigint): void {
    this.#held -= amount;
  }

  /** Turns a held sum into a spent one. */
  spend(amount: bigint): void {
    this.#held -= amount;
    this.#spent += amount;
  }

  /** Counts a charge that was not held before, such as one measured after an account call. */
  charge(amount: bigint): void {
    this.#spent += amount;
  }
}
