import type { Micro } from '../money/usd.ts';
import type { Payment } from '../operation/payment.ts';

/**
 * The state of a claimed payment.
 *
 * `claimed`: one call is being served for it. `settling`: an attempt to move the funds has begun and its end is
 * not recorded. `owed`: paid, and the answer is not delivered yet; the same request gets it without paying again.
 * `settled`: paid, and delivered or kept by a job. `released`: not charged; the same request may use the payment again.
 */
export type ClaimState = 'claimed' | 'settling' | 'settled' | 'owed' | 'released';

/** One use of one payment. There is one row for each network, asset, payer and nonce. */
export interface Claim {
  readonly id: string;
  readonly state: ClaimState;
  readonly payment: Payment;
  /** Binds the payment to one request: method, path, body, amount and payee. */
  readonly fingerprint: string;
  /** True when a job keeps the claim beyond its call. */
  readonly held: boolean;
  /** Fields of the response to a replay of the payment, such as the URL of the job. */
  readonly replay: Readonly<Record<string, unknown>>;
  readonly txHash?: string;
  /** True if another running process works on it; only that process may move it. */
  readonly elsewhere?: true;
}

/** The outcome of an attempt to claim. `underfunded`: the wallet's other claims leave too little of its balance. */
export type ClaimOutcome =
  | { readonly outcome: 'claimed' | 'owed'; readonly claim: Claim }
  | { readonly outcome: 'replayed'; readonly claim: Claim }
  | { readonly outcome: 'underfunded' };

export interface ClaimStore {
  /** Takes a payment for one request, at most once in any race, except for what is owed. `now` is in unix seconds. */
  claim(request: {
    /** Id of a new claim; one that is taken again keeps its own. */
    readonly id: string;
    readonly payment: Payment;
    readonly fingerprint: string;
    /** The balance of the wallet for this payment and those in progress; its balance in the ledger where absent. */
    readonly balance?: Micro;
    /** Network whose payments the balance is for; those of all where absent. */
    readonly fundsOn?: string;
    /** States in which an earlier claim of the same payment for the same request may be taken again. */
    readonly reusable: readonly ClaimState[];
    readonly now: number;
  }): Promise<ClaimOutcome>;
  find(id: string): Promise<Claim | undefined>;
  /**
   * Moves a claim to a state. A settlement also marks its records as paid, and removes the signature.
   *
   * Returns false when the claim is in none of the states `from`, or when another process works on it.
   */
  move(id: string, from: readonly ClaimState[], to: ClaimState, txHash?: string): Promise<boolean>;
  /** Releases a claim that no job holds; returns false when it is held or no longer `claimed`. */
  abandon(id: string): Promise<boolean>;
  /** Replaces an expired payment of a claim; returns false when the new payment was used before. */
  replacePayment(id: string, payment: Payment): Promise<boolean>;
  /** Ends the work of this process on a claim, so that any other process may continue it. */
  leave(id: string): Promise<void>;
  hold(id: string): Promise<void>;
  /** Ends the hold of a job on a claim that is `settling`, so that nothing keeps it if its funds have not moved. */
  unhold(id: string): Promise<void>;
  setReplay(id: string, replay: Readonly<Record<string, unknown>>): Promise<void>;
  /** Claims that an ended process left: `settling`, and `claimed` ones that no job holds. */
  unfinished(): Promise<readonly Claim[]>;
}
