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
  /** Removes a record; with `data`, only if it still has that data. Returns false when nothing was removed. */
  remove(kind: string, id: string, data?: StoredRecord['data']): Promise<boolean>;
}
