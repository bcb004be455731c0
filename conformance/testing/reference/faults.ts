/** Faults of the reference gateway; each breaks one rule. */
export interface Faults {
  /** Changes a challenge before it is sent. */
  readonly challenge?: (body: Record<string, unknown>, offer: Record<string, unknown>) => void;
  /** Changes the headers of a challenge; `null` removes one. */
  readonly challengeHeaders?: Readonly<Record<string, string | null>>;
  /** Status of a challenge. */
  readonly challengeStatus?: number;
  /** Parts of a payment that are not verified. */
  readonly unverified?: readonly (
    | 'signature'
    | 'domain'
    | 'amount'
    | 'accepted'
    | 'recipient'
    | 'expiry'
    | 'beginning'
    | 'balance'
    | 'payment-signature'
    | 'x-payment'
    | 'claim'
  )[];
  /** Versions of payments that are read. */
  readonly versions?: readonly number[];
  /** The payment headers that are read, by their letters. */
  readonly alphabet?: RegExp;
  /** Payments that lack fields of their offer are read. */
  readonly incomplete?: boolean;
  /** Characters of a payment header above which it is refused. */
  readonly maxLength?: number;
  /** A payment header that cannot be read counts as absent, or as a payment. */
  readonly unreadable?: 'absent' | 'served';
  /** Ids of further chains whose domain a signature may be for. */
  readonly chains?: readonly number[];
  /** Code of every rejection. */
  readonly code?: string;
  /** Claims are not atomic: there is a pause between read and write. */
  readonly racy?: boolean;
  /** The key of a claim, instead of the payment id alone; `next` deletes it with the next claim. */
  readonly claims?: 'signature' | 'route' | 'next' | 'nonce';
  /** A wallet must hold more than the amount, or its funds are not reserved. */
  readonly funds?: 'more' | 'overdrawn';
  /** Paid responses are served to every equal request. */
  readonly caches?: boolean;
  /** Invalid JSON bodies are accepted. */
  readonly lenient?: boolean;
  /** Fields that every receipt has instead of the right ones. */
  readonly receipt?: object;
  /** Fields that every receipt of a failed settlement has instead of the right ones. */
  readonly failureReceipt?: object;
  /** Receipt headers that are omitted. */
  readonly receipts?: readonly string[];
  readonly settles?: 'twice' | 'more' | 'on-failure' | 'on-refusal' | 'on-invalid' | 'never';
  readonly keepsFailedClaims?: boolean;
  readonly keepsUnsettledClaims?: boolean;
  /** Rejected payments are claimed too, and are a replay when they come again. */
  readonly claimsRejected?: boolean;
  readonly keepsInvalidClaims?: boolean;
  readonly ignoresSettlementFailure?: boolean;
  /** Status of paths by prefix. */
  readonly paths?: Readonly<Record<string, number>>;
  readonly description?: unknown;
  /** Requests that are too large fail. */
  readonly chokes?: boolean;
  /** Paid responses may be stored by any cache. */
  readonly storable?: boolean;
  /** The signature in a wrapped one (EIP-6492) may be any. */
  readonly unwraps?: boolean;
  readonly limit?: number;
  /** Every read starts the window of the limit again. */
  readonly renewsLimit?: boolean;
  readonly cut?: 'silent' | 'charged';
  readonly streamType?: string;
  readonly streamEnd?: string;
  readonly failure?: { readonly status?: number; readonly error?: string; readonly source?: null };
  /** `starts-at-once` is allowed: an upstream may start without an event. */
  readonly job?:
    | 'starts-at-once'
    | 'never-starts'
    | 'never-finishes'
    | 'never-fails'
    | 'stalls-late'
    | 'settles-racing'
    | 'wrong-status'
    | 'forgets';
}
