import type { Micro } from '../money/usd.ts';
import { formatUsd, parseUsd } from '../money/usd.ts';
import { ClientError } from './client-error.ts';

/** A call that would cost more than the budget has left. */
export class BudgetExceeded extends ClientError {
  override readonly name = 'BudgetExceeded';

  constructor(amount: Micro, left: Micro) {
    const [cost, rest] = [formatUsd(amount), formatUsd(left)];
    super(`The call costs ${cost} USD and the budget has ${rest} USD left. Nothing was signed.`, {
      code: 'budget_exceeded',
      charged: false,
    });
  }
}

/**
 * Money that is reserved for one signed payment. Only the first call of a method has an effect.
 *
 * Without a call, the money stays reserved: a payment that its gateway did not charge may settle later.
 */
export interface Reservation {
  /** The payment was charged, or may have been. */
  spend(): void;
  /** The payment will not be charged. */
  release(): void;
}

/** A cap on spending, in USD. It also bounds concurrent calls, since money is reserved before signing. */
export class Budget {
  readonly #cap: Micro | undefined;
  #spent: Micro = 0n;
  #reserved: Micro = 0n;

  constructor(cap?: string) {
    const parsed = cap === undefined ? undefined : parseUsd(cap);
    if (cap !== undefined && parsed === undefined)
      throw new RangeError(`A budget must be an amount of USD such as "1.50", not "${cap}".`);
    this.#cap = parsed;
  }

  /** Whether there is a cap. */
  get isCapped(): boolean {
    return this.#cap !== undefined;
  }

  /** USD that payments have cost so far. */
  get spent(): string {
    return formatUsd(this.#spent);
  }

  /** Reserves an amount or throws `BudgetExceeded`. */
  reserve(amount: Micro): Reservation {
    if (this.#cap !== undefined) {
      const left = this.#cap - this.#spent - this.#reserved;
      if (amount > left) throw new BudgetExceeded(amount, left);
    }
    this.#reserved += amount;
    let open = true;
    const end = (spent: Micro) => {
      if (!open) return;
      open = false;
      this.#reserved -= amount;
      this.#spent += spent;
    };
    return { spend: () => end(amount), release: () => end(0n) };
  }
}
