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

/** An amount that is reserved for a call. Route and operation are those of that call, even if a later call charges it. */
export interface Reservation {
  readonly id: string;
  readonly account: string;
  readonly amount: Micro;
  readonly route: string;
  readonly operation: string;
  /** Milliseconds since 1970 at which the reservation ends. */
  readonly expiresAt: number;
  /** True if a job holds it, and its call is with no other running process. */
  readonly left?: true;
  /** Identifies the request. If the call is charged and its answer does not arrive, the same request is owed it. */
  readonly fingerprint?: string;
}

/** A request that may be owed the answer of an earlier call. */
export interface OwedRequest {
  readonly account: string;
  readonly fingerprint: string;
  /** Milliseconds since 1970; nothing is owed for calls that were charged before. */
  readonly since: number;
  /** Times that one call is repeated, besides those that a crash interrupts. */
  readonly repeats: number;
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
  /** Data that the handler adds: model, counts, tier. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface AccountStore {
  /** Creates an account for a key, which is hashed before it is stored; finds the one that the key has already. */
  create(account: { readonly id: string; readonly key: string; readonly balance: Micro }): Promise<Account>;
  findByKey(key: string): Promise<Account | undefined>;
  find(id: string): Promise<Account | undefined>;
  /** Ends expired reservations, and reserves an amount; returns false when the balance minus open reservations does not cover it. */
  reserve(reservation: Reservation, now: number): Promise<boolean>;
  /** Keeps a reservation for a job beyond its call, whose own answer is owed no more. */
  hold(reservation: string): Promise<void>;
  /** An open reservation. */
  findReservation(id: string): Promise<Reservation | undefined>;
  /**
   * Ends a reservation: charges and records the row, and marks its records as paid; returns false when it had ended already.
   *
   * Its request is owed the answer until `answered`.
   */
  charge(reservation: string, row: UsageRow): Promise<boolean>;
  /**
   * Takes a call that was charged and whose answer is owed; returns the id of its reservation, to one request at a time.
   *
   * A call that is released does not count as a repeat.
   */
  retake(request: OwedRequest): Promise<string | undefined>;
  /** Ends the answer of a charged call: `whole` if it was sent; otherwise its request is still owed it. */
  answered(reservation: string, whole: boolean): Promise<void>;
  /** Ends a reservation without a charge. If it was charged, its request is still owed the answer. */
  release(reservation: string): Promise<void>;
  /** Reservations that an ended process left and that no job holds. */
  unfinished(): Promise<readonly Reservation[]>;
  /** True if there is a row with this id. */
  hasUsage(id: string): Promise<boolean>;
  /** Rows with `from <= at < to`, oldest first. */
  usage(account: string, from: number, to: number): Promise<readonly UsageRow[]>;
}
