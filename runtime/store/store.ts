/** The store of everything that must survive a crash: one port with an adapter for each database. */

import type { AccountStore } from './accounts.ts';
import type { ClaimState, ClaimStore } from './claims.ts';
import type { Counters } from './counters.ts';
import type { JobStore } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import type { RecordStore } from './records.ts';

/** The parts of a store. A promise resolves once what it reports is durable. */
export interface Store {
  readonly claims: ClaimStore;
  readonly ledger: Ledger;
  readonly accounts: AccountStore;
  readonly jobs: JobStore;
  readonly records: RecordStore;
  /**
   * Moves a claim and its funds in the ledger, as one unit.
   *
   * Returns false and changes nothing if the claim is not in state `from`, a job holds it, it is for another payment, or the
   * payment has moved its funds or is not covered.
   */
  pay(claim: ClaimMove, ...transfer: Parameters<Ledger['transfer']>): Promise<boolean>;
  /**
   * Removes what has no effect any more: claims that moved no funds and whose payments have expired, and old owed answers.
   *
   * Returns the number of rows that were removed: 0 once there are none left.
   */
  purge(over: Expired): Promise<number>;
  /** Counters that several processes share; without them each counts for itself. */
  readonly counters?: Counters;
  /** Milliseconds after which a silent process counts as ended; only where several processes may share the store. */
  readonly lease?: number;
  /** Writes a copy of the store to a new file, while calls go on; only where the store is a file. */
  readonly backup?: (file: string) => Promise<void>;
  /** Forgets everything. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Limits of what is kept. */
export interface Expired {
  /** Unix seconds; a claim whose payment ended before is removed, if it was released or is for an amount of 0. */
  readonly validBefore: number;
  /** Milliseconds since 1970; an answer that is owed for a call charged before is owed no more. */
  readonly chargedBefore: number;
  /** Milliseconds since 1970; an answer that was kept before is no longer kept for repeated requests. */
  readonly keptBefore: number;
  /** Rows of each kind that are removed at most. */
  readonly limit: number;
}

/** The state change of a claim. */
export interface ClaimMove {
  readonly id: string;
  readonly from: ClaimState;
  readonly to: ClaimState;
}
