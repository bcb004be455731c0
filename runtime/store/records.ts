/** A thing that a handler keeps: an enrolled asset, a leased number. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Claim or reservation that pays for it. Until that has settled, `find` and `list` do not give it. */
  readonly claim?: string;
  /** Transaction that paid for it, which the store adds with the settlement. */
  readonly txHash?: string;
}

export interface RecordStore {
  /** Writes a record over any of the same kind and id. */
  put(record: StoredRecord): Promise<void>;
  /** Writes a record unless there is one of the same kind and id, paid for or not; false when there is. */
  insert(record: StoredRecord): Promise<boolean>;
  find(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order of their first writing. */
  list(kind: string, owner?: string): Promise<readonly StoredRecord[]>;
  /** What a claim pays for, whether it has settled or not. */
  ofClaim(claim: string): Promise<readonly StoredRecord[]>;
  /** Records whose claims have not settled. */
  unsettled(): Promise<readonly StoredRecord[]>;
  /** Removes a record; with `data`, only where it still has that data. False when there is none. */
  remove(kind: string, id: string, data?: StoredRecord['data']): Promise<boolean>;
}
