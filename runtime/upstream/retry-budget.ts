/** Retries that a call adds to the budget. */
const deposit = 0.2;

/** Retries that the budget holds at most, and at the start. */
const maxBalance = 10;

/** Limits the retries at a provider, so that they do not add to its overload. */
export interface RetryBudget {
  /** Counts a call. */
  deposit(): void;
  /** Takes a retry out of the budget. Returns false when none is left. */
  withdraw(): boolean;
}

/** Creates a full budget. */
export function createRetryBudget(): RetryBudget {
  let balance = maxBalance;
  return {
    deposit() {
      balance = Math.min(maxBalance, balance + deposit);
    },
    withdraw() {
      if (balance < 1) return false;
      balance -= 1;
      return true;
    },
  };
}
