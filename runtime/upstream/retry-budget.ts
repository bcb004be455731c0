/** What a call adds to the budget, and the most that it holds: a fifth as many retries as calls, and some to begin with. */
const [deposit, most] = [0.2, 10];

/** How many retries a provider may get, so that one that is overloaded is not called more often for it. */
export interface RetryBudget {
  /** Counts a call. */
  deposit(): void;
  /** Takes a retry out; false when there is none left. */
  withdraw(): boolean;
}

/** Creates a full budget. */
export function createRetryBudget(): RetryBudget {
  let balance = most;
  return {
    deposit() {
      balance = Math.min(most, balance + deposit);
    },
    withdraw() {
      if (balance < 1) return false;
      balance -= 1;
      return true;
    },
  };
}
