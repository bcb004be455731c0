import type { Micro } from './usd.ts';

/** A computed price: the amount, and the parts of it that callers see, in USD as exact decimal text. */
export interface Quote {
  readonly amount: Micro;
  readonly breakdown: Readonly<Record<string, string>>;
  /** Further fields of the challenge, such as the estimate behind the price. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Other amounts that the documents allow for the same call, where they disagree. */
  readonly sides?: readonly Micro[];
  /** True where the documents leave the formula open, as for tokens that are counted before the call. */
  readonly isEstimate?: boolean;
}
