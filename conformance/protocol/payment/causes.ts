/** The code of a refusal of an invalid payment. */
const invalid = ['PAYMENT_INVALID'];

/** The codes of refusals on every network: the documents name four causes and three codes, so which one is due is open. */
const anyNetwork = ['PAYMENT_INVALID', 'PAYMENT_UNFUNDED'];

/** The codes that are accepted for each cause of a refusal. */
const codes = {
  signature: invalid,
  'amount-too-small': invalid,
  'amount-too-large': invalid,
  payee: invalid,
  network: invalid,
  asset: invalid,
  'not-yet-valid': anyNetwork,
  expired: anyNetwork,
  'stale-block': ['PAYMENT_BLOCKHASH_STALE'],
  'not-a-transfer': anyNetwork,
  'fee-payer': anyNetwork,
  'compute-price': anyNetwork,
  unfunded: ['PAYMENT_UNFUNDED'],
  used: ['PAYMENT_REPLAY'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A cause for which a payment is refused. */
export type Cause = keyof typeof codes;

/** The error text of every refusal. */
export const refusalError = 'Payment verification failed';

/** The codes that are accepted where a payment may be refused for any of some causes. */
export function codesOf(causes: readonly Cause[]): readonly string[] {
  return [...new Set(causes.flatMap((cause) => codes[cause]))];
}
