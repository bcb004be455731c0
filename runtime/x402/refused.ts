/** Why a payment buys nothing. */
export interface Refused {
  /** Id of the error to answer with. */
  readonly error: 'payment-invalid' | 'payment-blockhash-stale';
  /** A sentence for people. */
  readonly message: string;
}

/** Refuses a payment that fails a check of its own. */
export function invalid(message: string): Refused {
  return { error: 'payment-invalid', message };
}
