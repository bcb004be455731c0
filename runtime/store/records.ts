/** A thing that a handler keeps: an enrolled asset, a leased number. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RecordStore {
  /** Writes a record over any of the same kind and id. */
  put(record: StoredRecord): Promise<void>;
  /** Writes a record unless there is one of the same kind and id; false when there is. */
  insert(record: StoredRecord): Promise<boolean>;
  find(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order of their first writing. */
  list(kind: string, owner?: string): Promise<readonly StoredRecord[]>;
  /** Removes a record; with `data`, only where it still has that data. False when there is none. */
  remove(kind: string, id: string, data?: StoredRecord['data']): Promise<boolean>;
}
