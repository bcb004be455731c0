import { createHash, randomBytes } from 'node:crypto';
import { now } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { formatUsd, type Usd } from './money.ts';
import { onReset } from './state.ts';

/** A prepaid account. Each key has an account of its own. */
export interface Account {
  /** A name for the key that does not give it away. */
  keyId: string;
  /** Stands for the payer wallet where the documents name one. */
  address: string;
  deposited: Usd;
  spent: Usd;
  holds: Set<Hold>;
}

const accounts = new Map<string, Account>();
let first: { key: string; balance: Usd } | undefined;
const sweepers: (() => void)[] = [];

onReset(() => {
  accounts.clear();
  if (first !== undefined) addKey(first.key, first.balance);
});

function addKey(key: string, balance: Usd): void {
  const digest = createHash('sha256').update(key).digest('hex');
  accounts.set(key, {
    keyId: `k-${digest.slice(50)}`,
    address: `0x${digest.slice(0, 40)}`,
    deposited: balance,
    spent: 0n,
    holds: new Set(),
  });
}

/** Registers the key that the gateway was started with; it survives a reset. */
export function startWithKey(key: string, balance: Usd): void {
  first = { key, balance };
  addKey(key, balance);
}

/** Creates a key with a balance. */
export function createKey(balance: Usd): string {
  const key = `moss.${randomBytes(24).toString('base64url')}`;
  addKey(key, balance);
  return key;
}

/** The account of a key. */
export function accountOf(key: string): Account | undefined {
  const found = accounts.get(key);
  if (found !== undefined || !on('key-case')) return found;
  return [...accounts].find(([other]) => other.toLowerCase() === key.toLowerCase())?.[1];
}

/** Registers a store that may hold reservations which time has ended. */
export function onSweep(action: () => void): void {
  sweepers.push(action);
}

/** Lets every store end the reservations whose time is over. */
export function sweep(): void {
  for (const action of sweepers) action();
}

/** The sum of the open reservations. */
export function reservedOf(account: Account): Usd {
  let sum = 0n;
  for (const hold of account.holds) sum += hold.amount;
  return sum;
}

/** What can still be spent or reserved. */
export function availableOf(account: Account): Usd {
  return account.deposited - account.spent - reservedOf(account);
}

/** A row of the usage record. */
export interface UsageRow {
  at: number;
  keyId: string;
  endpoint: string;
  model: string | null;
  status: number;
  inputTokens: number;
  outputTokens: number;
  charge: Usd;
  /** Absent means standard. */
  tier?: string;
}

/** What a charge adds to the row of its request. */
export interface ChargeFacts {
  inputTokens?: number;
  outputTokens?: number;
  tier?: string;
  status?: number;
}

const rows: UsageRow[] = [];
onReset(() => {
  rows.length = 0;
});

/** The rows of an account, oldest first. */
export function rowsOf(account: Account): UsageRow[] {
  return rows.filter((row) => row.keyId === account.keyId);
}

/** A reservation of money for one request. It ends once: captured or released. */
export class Hold {
  id = `hold-${randomBytes(9).toString('base64url')}`;
  since = now();
  account: Account;
  amount: Usd;
  row: UsageRow;
  private recorded = false;
  private captured: Usd = 0n;

  constructor(account: Account, endpoint: string, model: string | null, amount: Usd) {
    sweep();
    const left = availableOf(account);
    if (amount > 0n && left < amount) {
      throw new HttpError(403, 'The balance does not cover this request', {
        code: 'insufficient_balance',
        required: formatUsd(amount),
        available: formatUsd(availableOf(account)),
      });
    }
    this.account = account;
    this.amount = amount;
    this.row = {
      at: now(),
      keyId: account.keyId,
      endpoint,
      model,
      status: 200,
      inputTokens: 0,
      outputTokens: 0,
      charge: 0n,
    };
    account.holds.add(this);
  }

  /** Ends the reservation with a charge, which is never more than what was reserved. */
  capture(charge: Usd, facts: ChargeFacts = {}): void {
    if (!this.account.holds.delete(this)) return;
    if (charge > this.amount) throw new Error('the charge is larger than the reservation');
    this.captured = charge;
    this.account.spent += charge;
    this.record(facts.status ?? 200);
    this.row.charge = charge;
    this.row.inputTokens = facts.inputTokens ?? 0;
    this.row.outputTokens = facts.outputTokens ?? 0;
    if (facts.tier !== undefined) this.row.tier = facts.tier;
  }

  /** Ends the reservation without a charge; with a status the request stays in the usage record. */
  release(status?: number): void {
    if (!this.account.holds.delete(this)) return;
    if (status !== undefined) this.record(status);
  }

  /** Takes a charge back. */
  refund(): void {
    this.account.spent -= this.captured;
    this.captured = 0n;
    this.row.charge = 0n;
  }

  /** Puts the request into the usage record, without a charge so far. */
  record(status: number): void {
    this.row.status = status;
    if (this.recorded) return;
    this.recorded = true;
    rows.push(this.row);
  }
}
