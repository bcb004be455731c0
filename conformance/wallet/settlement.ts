/** What was paid for one call of a run under the cap. */
export interface Settlement {
  readonly operation: string;
  /** USD. */
  readonly usd: string;
  /** Address of the wallet, or the name of the variable that holds the API key. */
  readonly payer: string;
  /** The transaction that the receipt names. */
  readonly transaction?: string;
  /** When the answer came, ISO 8601. */
  readonly time: string;
  /** `open`: no answer told whether the payment was charged, so that it counts as held under the cap. */
  readonly state: 'settled' | 'open';
}
