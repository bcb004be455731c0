/** Data that a handler stores, such as an enrolled asset or a leased number. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Claim or reservation that pays for it. `find` and `list` return the record once that has settled. */
  readonly claim?: string;
  /** Transaction that paid for it, which the store adds with the settlement. */
  readonly txHash?: string;
}

/** The kind of the records of answers that are kept for repeated requests; their data has the time `at`, in milliseconds. */
export const keptAnswer = 'kept-answer';

/** The claim of records that are being undone: no payment pays for them. */
export const undone = 'undone';

export interface RecordStore {
  /** Writes a record over any of the same kind and id. */
  put(record: StoredRecord): Promise<void>;
  /** Writes a record; returns false if there is one of the same kind and id, paid for or not. */
  insert(record: StoredRecord): Promise<boolean>;
  find(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order of their first writing. */
  list(kind: string, owner?: string): Promise<readonly StoredRecord[]>;
  /** Records that a claim pays for, whether it has settled or not. */
  ofClaim(claim: string): Promise<readonly StoredRecord[]>;
  /** Records whose claims have not settled. */
  unsettled(): Promise<readonly StoredRecord[]>;
  /**
   * Takes a record from the claim that has not paid for it and never will, in one step with the look at that claim.
   *
   * The record stays, `undone`, so that its id is not taken meanwhile; a repeated request does not find it. Returns false where
   * the claim has paid, or is at work.
   */
  unbind(record: StoredRecord): Promise<boolean>;
  /** Removes a record; with `data`, only if it still has that data. Returns false when nothing was removed. */
  remove(kind: string, id: string, data?: StoredRecord['data']): Promise<boolean>;
}
