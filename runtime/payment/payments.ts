import type { Payment } from './payment.ts';

/** The end of a settlement, as handlers report it. */
export interface Settled {
  readonly txHash: string;
  readonly network: string;
  readonly payer: string;
  /** False when an earlier call had settled it already. */
  readonly first: boolean;
}

/** Takes payments through claim, settlement and release. */
export interface Payments {
  /**
   * Moves the funds of a claim exactly once, however many callers ask at the same time.
   *
   * `fresh` is the payment that came with the call; it takes the place of the claim's own when that has expired.
   * Throws the problems `settlement-failed` and `settlement-unknown`.
   */
  settle(claim: string, route: string, fresh?: Payment): Promise<Settled>;
  /** Gives a payment back: this outcome is never charged. A settled claim stays settled. */
  release(claim: string): Promise<void>;
  /** Keeps a claim for a job beyond its call. Await it before the job is stored. */
  hold(claim: string): Promise<void>;
  /** Sets the fields that a replay of this payment is answered with. */
  setReplay(claim: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
}
