import type { Micro } from '../money/usd.ts';
import type { Payment } from '../operation/payment.ts';

/**
 * How far a claimed payment has come.
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
  /** Fields that a replay of the payment is answered with, such as where to find the job. */
  readonly replay: Readonly<Record<string, unknown>>;
  readonly txHash?: string;
  /** Another running process is at work on it, and alone may move it. */
  readonly elsewhere?: true;
}

/** What an attempt to claim came to. `underfunded`: the wallet's other claims leave too little of its balance. */
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
    /** What the wallet has for this payment and for those that are under way; what it has in the ledger where absent. */
    readonly balance?: Micro;
    /** Network whose payments the balance is for; those of all where absent. */
    readonly fundsOn?: string;
    /** States in which an earlier claim of the same payment for the same request is taken again. */
    readonly reusable: readonly ClaimState[];
    readonly now: number;
  }): Promise<ClaimOutcome>;
  find(id: string): Promise<Claim | undefined>;
  /**
   * Moves a claim on, and with the settlement what it pays for, when its signature is forgotten.
   *
   * False when it is in none of the states `from`, or elsewhere.
   */
  move(id: string, from: readonly ClaimState[], to: ClaimState, txHash?: string): Promise<boolean>;
  /** Releases a claim that no job holds; false when it is held or not `claimed`, whatever the caller read before. */
  abandon(id: string): Promise<boolean>;
  /** Replaces the payment of a claim whose own can no longer settle; false when the new one was used before. */
  replacePayment(id: string, payment: Payment): Promise<boolean>;
  /** Ends the work of this process on a claim, so that any other may take it up. */
  leave(id: string): Promise<void>;
  hold(id: string): Promise<void>;
  setReplay(id: string, replay: Readonly<Record<string, unknown>>): Promise<void>;
  /** Claims that a process left behind which has ended: `settling`, and `claimed` ones that no job holds. */
  unfinished(): Promise<readonly Claim[]>;
}
