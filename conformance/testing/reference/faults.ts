/** Ways in which the reference gateway can be told to be wrong; each breaks one rule. */
export interface Faults {
  /** Changes a challenge before it is sent. */
  readonly challenge?: (body: Record<string, unknown>, offer: Record<string, unknown>) => void;
  /** Changes the headers of a challenge; `null` removes one. */
  readonly challengeHeaders?: Readonly<Record<string, string | null>>;
  /** Status of a challenge. */
  readonly challengeStatus?: number;
  /** Parts of a payment that are not looked at. */
  readonly unseen?: readonly (
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
  /** Code of every refusal. */
  readonly code?: string;
  /** Claims are read and written with a pause between. */
  readonly racy?: boolean;
  /** What a claim is known by in place of the identifier alone; `next` forgets it with the next one. */
  readonly claims?: 'signature' | 'route' | 'next';
  /** Answers that were paid for go to whoever asks the same. */
  readonly caches?: boolean;
  /** Bodies that only look like JSON are taken. */
  readonly lenient?: boolean;
  /** Receipt headers that are left out. */
  readonly receipts?: readonly string[];
  readonly settles?: 'twice' | 'more' | 'on-failure' | 'on-refusal' | 'on-invalid' | 'never';
  readonly keepsFailedClaims?: boolean;
  readonly keepsInvalidClaims?: boolean;
  readonly ignoresSettlementFailure?: boolean;
  /** Status of paths, by how they begin. */
  readonly paths?: Readonly<Record<string, number>>;
  readonly description?: unknown;
  readonly limit?: number;
  readonly cut?: 'silent' | 'charged';
  readonly streamType?: string;
  readonly streamEnd?: string;
  readonly failure?: { readonly status?: number; readonly error?: string; readonly source?: null };
  /** `starts-at-once` is allowed: nobody has to tell an upstream to begin. */
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
