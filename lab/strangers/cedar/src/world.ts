import { randomBytes } from 'node:crypto';
import type { Usd } from './money.ts';
import { fromMicro, usd } from './money.ts';

/** All state of the gateway. It lives in memory, and `reset` drops it. */
interface Transfer {
  payer: string;
  pay_to: string;
  amount: string;
  asset: string;
  network: string;
  tx_hash: string;
  route: string;
  at: string;
}
export interface UsageRow {
  request_id: string;
  at: number;
  endpoint: string;
  model: string | null;
  key: string;
  status: number;
  service_tier?: string;
  input_tokens: number;
  output_tokens: number;
  cost: Usd;
}
export interface Account {
  id: string;
  key: string;
  balance: Usd;
  spent: Usd;
  holds: Map<string, Usd>;
  rows: UsageRow[];
}

class World {
  offsetMs = 0;
  balances = new Map<string, Usd>();
  /** Claimed payment authorizations, with what a replay answer may tell about them. */
  claims = new Map<string, { jobId?: string; pollUrl?: string }>();
  held = new Map<string, Usd>();
  ledger: Transfer[] = [];
  failSettlements = 0;
  allowed = new Set<string>();
  accounts = new Map<string, Account>();
  started: { wallets: string[]; key: string } = { wallets: [], key: '' };
  resetHooks: Array<() => void> = [];

  now(): number {
    return Date.now() + this.offsetMs;
  }
  unix(): number {
    return Math.floor(this.now() / 1000);
  }
  iso(ms: number = this.now()): string {
    return new Date(ms).toISOString();
  }

  addAccount(key: string, balance: Usd): Account {
    const account: Account = {
      id: `acct_${randomBytes(6).toString('hex')}`,
      key,
      balance,
      spent: 0n,
      holds: new Map(),
      rows: [],
    };
    this.accounts.set(key, account);
    return account;
  }

  reset(): void {
    this.offsetMs = 0;
    this.claims.clear();
    this.held.clear();
    this.ledger = [];
    this.failSettlements = 0;
    this.allowed.clear();
    this.balances.clear();
    for (const w of this.started.wallets) this.balances.set(w, fromMicro(1_000_000_000n));
    this.accounts.clear();
    if (this.started.key) this.addAccount(this.started.key, usd('1000'));
    for (const hook of this.resetHooks) hook();
  }
}

export const world = new World();
export function onReset(hook: () => void): void {
  world.resetHooks.push(hook);
}
export function token(prefix: string, bytes = 12): string {
  return `${prefix}${randomBytes(bytes).toString('hex')}`;
}
