import type { Micro } from '../operation.ts';

/** An account that pays from a balance. Its key is stored as a hash. */
export interface Account {
  readonly id: string;
  readonly balance: Micro;
  /** Sum of the open reservations. */
  readonly reserved: Micro;
  /** Sum of what was charged. */
  readonly spent: Micro;
}

/** One served request of an account. */
export interface UsageRow {
  readonly id: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Method and path template. */
  readonly route: string;
  readonly operation: string;
  readonly amount: Micro;
  /** What the handler adds: model, counts, tier. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface AccountStore {
  /** Creates an account for a key; `key` is hashed before it is stored. Milliseconds since 1970. */
  create(account: { readonly id: string; readonly key: string; readonly balance: Micro }): Promise<Account>;
  findByKey(key: string): Promise<Account | undefined>;
  find(id: string): Promise<Account | undefined>;
  /** Sets an amount aside; false when balance less open reservations does not cover it. */
  reserve(reservation: { readonly id: string; readonly account: string; readonly amount: Micro }): Promise<boolean>;
  /** Ends a reservation: charges the row's amount and records the row, once. */
  charge(reservation: string, row: UsageRow): Promise<void>;
  /** Ends a reservation without a charge. */
  release(reservation: string): Promise<void>;
  /** Rows with `from <= at < to`, oldest first. */
  usage(account: string, from: number, to: number): Promise<readonly UsageRow[]>;
}
