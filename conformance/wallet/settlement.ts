/** The payment for one call of a run. */
export interface Settlement {
  readonly operation: string;
  /** USD. */
  readonly usd: string;
  /** Address of the wallet, or the name of the variable that holds the API key. */
  readonly payer: string;
  /** The transaction in the receipt. */
  readonly transaction?: string;
  /** When the response arrived, ISO 8601. */
  readonly time: string;
  /** `open`: no response showed whether the payment was charged, so its amount stays held under the cap. */
  readonly state: 'settled' | 'open';
  /** Present where the control API funded the wallet: it is not the user's money. */
  readonly test?: true;
}
