import { formatUsd } from '@tollwright/runtime/money';
import { CapReached } from '../check/interruption.ts';

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

  constructor(cap: bigint) {
    this.cap = cap;
  }

  /** Micro-USDC that were charged. */
  get spent(): bigint {
    return this.#spent;
  }

  /** Micro-USDC that signed payments may still charge. */
  get held(): bigint {
    return this.#held;
  }

  /** Holds an amount; throws `CapReached` when it would exceed the cap. */
  hold(amount: bigint): void {
    if (this.#spent + this.#held + amount > this.cap) {
      throw new CapReached(
        `A payment of ${formatUsd(amount)} USD would exceed the spend cap of ${formatUsd(this.cap)} USD ` +
          `(${formatUsd(this.#spent)} USD spent, ${formatUsd(this.#held)} USD held for open payments).`,
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
  }
}
