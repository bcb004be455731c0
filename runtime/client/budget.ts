import { formatUsd, parseUsd } from '../money.ts';
import type { Micro } from '../operation.ts';

/** A call that would spend more than the budget leaves. */
export class BudgetExceeded extends Error {
  constructor(amount: Micro, left: Micro) {
    super(
      `The call costs ${formatUsd(amount)} USD and the budget has ${formatUsd(left)} USD left. Nothing was signed.`,
    );
    this.name = 'BudgetExceeded';
  }
}

/** Money that is set aside for one signed payment. Only the first of its ends counts. */
export interface Reservation {
  /** The payment was charged, or may have been. */
  spend(): void;
  /** The payment will not be charged. */
  release(): void;
  /** The payment is said not to be charged; the money stays set aside until its signature is worthless, in unix seconds. */
  lapse(until: number): void;
}

/** How much may be spent, in USD. It holds under any number of calls at once: money is set aside before signing. */
export class Budget {
  readonly #cap: Micro | undefined;
  #spent: Micro = 0n;
  #reserved: Micro = 0n;
  #lapsing: { readonly until: number; readonly release: () => void }[] = [];

  constructor(cap?: string) {
    const parsed = cap === undefined ? undefined : parseUsd(cap);
    if (cap !== undefined && parsed === undefined) throw new RangeError(`A budget is an amount of USD, not "${cap}".`);
    this.#cap = parsed;
  }

  /** USD that payments have cost so far. */
  get spent(): string {
    return formatUsd(this.#spent);
  }

  /** Sets an amount aside or throws `BudgetExceeded`; `now` is in unix seconds. */
  reserve(amount: Micro, now = 0): Reservation {
    for (const { release } of this.#lapsing.filter(({ until }) => until < now)) release();
    this.#lapsing = this.#lapsing.filter(({ until }) => until >= now);
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
    const release = () => end(0n);
    return { spend: () => end(amount), release, lapse: (until) => void this.#lapsing.push({ until, release }) };
  }
}
