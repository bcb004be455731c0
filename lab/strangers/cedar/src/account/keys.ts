import type { Context } from 'hono';
import { config, prefix } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { fmt } from '../money.ts';
import type { Op } from '../op.ts';
import { ownPath } from '../paths.ts';
import type { Account, UsageRow } from '../world.ts';
import { token, world } from '../world.ts';

/** The key of a request: `Authorization: Bearer`, or `x-api-key` as an older client library sends it. */
export function accountOf(c: Context): Account {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const key = bearer ?? c.req.header('x-api-key');
  const account = key === undefined ? undefined : world.accounts.get(key);
  if (account) return account;
  const alike = [...world.accounts.values()].find((a) => a.key.slice(0, 20) === key?.slice(0, 20));
  if (alike && on('key-checked-by-prefix')) return alike;
  if (key !== undefined && c.req.path === '/v1/decide' && on('decide-takes-any-key'))
    return { id: key, key, balance: 0n, spent: 0n, holds: new Map(), rows: [] };
  throw new ApiError(
    401,
    { error: 'Unauthorized', message: key === undefined ? 'An API key is required.' : 'This API key is not valid.' },
    { 'WWW-Authenticate': `Bearer realm="${config.host}"` },
  );
}

export function reserved(account: Account): Usd {
  let sum = 0n;
  for (const held of account.holds.values()) sum += held;
  return sum;
}

export function reserve(account: Account, id: string, amount: Usd): void {
  if (amount === 0n) return;
  if (account.balance - reserved(account) < amount) {
    throw new ApiError(402, {
      error: 'Insufficient balance',
      code: 'INSUFFICIENT_BALANCE',
      required_usd: fmt(amount),
      available_usd: fmt(account.balance - reserved(account)),
    });
  }
  account.holds.set(id, amount);
}

export function release(account: Account, id: string): void {
  account.holds.delete(id);
}

export interface Charge {
  amount: Usd;
  status: number;
  model?: string;
  input?: number;
  output?: number;
  tier?: string;
}

export function charge(account: Account, o: Pick<Op, 'template' | 'method'>, x: Charge): UsageRow {
  account.balance -= x.amount;
  account.spent += x.amount;
  const row: UsageRow = {
    request_id: token('req_'),
    at: world.now(),
    endpoint: `${o.method} ${prefix()}${ownPath(o.template)}`,
    model: x.model ?? null,
    key: mask(account.key),
    status: x.status,
    ...(x.tier ? { service_tier: x.tier } : {}),
    input_tokens: x.input ?? 0,
    output_tokens: x.output ?? 0,
    cost: x.amount,
  };
  account.rows.push(row);
  return row;
}

function mask(key: string): string {
  return `${key.slice(0, 9)}…${key.slice(-4)}`;
}
