import type { Micro } from '../money/usd.ts';

/** An account that pays from a balance. Its key is stored as a hash. */
export interface Account {
  readonly id: string;
  readonly balance: Micro;
  /** Sum of the open reservations. */
  readonly reserved: Micro;
  /** Sum of what was charged. */
  readonly spent: Micro;
}

/** An amount set aside for a call. Its route and operation are those of the call, also where a later one charges it. */
export interface Reservation {
  readonly id: string;
  readonly account: string;
  readonly amount: Micro;
  readonly route: string;
  readonly operation: string;
  /** Milliseconds since 1970, from when on it is no longer set aside. */
  readonly expiresAt: number;
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
  /** Creates an account for a key, which is hashed before it is stored; finds the one that the key has already. */
  create(account: { readonly id: string; readonly key: string; readonly balance: Micro }): Promise<Account>;
  findByKey(key: string): Promise<Account | undefined>;
  find(id: string): Promise<Account | undefined>;
  /** Ends what has expired by `now`, and sets an amount aside; false when balance less open reservations does not cover it. */
  reserve(reservation: Reservation, now: number): Promise<boolean>;
  /** Keeps a reservation for a job beyond its call. */
  hold(reservation: string): Promise<void>;
  /** An open reservation. */
  findReservation(id: string): Promise<Reservation | undefined>;
  /** Ends a reservation: charges the row's amount, records the row and settles what it pays for; false when it had ended already. */
  charge(reservation: string, row: UsageRow): Promise<boolean>;
  /** Ends a reservation without a charge. */
  release(reservation: string): Promise<void>;
  /** Reservations that no job holds, which a process left behind that has ended. */
  unfinished(): Promise<readonly Reservation[]>;
  /** Whether there is a row of this id. */
  hasUsage(id: string): Promise<boolean>;
  /** Rows with `from <= at < to`, oldest first. */
  usage(account: string, from: number, to: number): Promise<readonly UsageRow[]>;
}
