/** Everything the gateway remembers, with the one clock that all deadlines follow. */
import { createHash, randomBytes } from 'node:crypto';
import type { Obj, Transfer } from './wire.ts';

export interface Script {
  outcome: string;
  left: number;
  detail: Obj;
}

/** An image or video job. `done` is the moment it ends by itself; null waits for an event. */
export interface Job {
  id: string;
  kind: 'image' | 'video';
  owner: string;
  model: string;
  made: number;
  done: number | null;
  started: boolean;
  failure: string | null;
  price: number;
  auth: string;
  authExpires: number;
  transfer: Transfer | null;
  shown: Obj;
  result: Obj;
}

export interface Group {
  name: string;
  active: boolean;
  assets: number;
  /** The wallet of the first enrolment. */
  first?: string;
}

export interface Asset {
  owner: string;
  assetId: string;
  vendorId: string;
  name: string;
  imageUrl: string;
  createdAt: string;
  enrollmentTxHash: string | null;
}

export interface Lease {
  number: string;
  owner: string;
  network: string;
  expires: number;
}

export interface Call {
  id: string;
  from: string;
  to: string;
  made: number;
  minutes: number;
  status: string | null;
  endedBy: string | null;
}

export interface Box {
  id: string;
  ends: number;
  seconds: number;
  killed: boolean;
}

export interface Background {
  id: string;
  done: number | null;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  body: Obj;
}

function fresh() {
  return {
    offset: 0,
    balances: new Map<string, number>(),
    claims: new Map<string, string>(),
    ledger: [] as Transfer[],
    scripts: new Map<string, Script>(),
    settlementFailures: 0,
    counters: new Map<string, { count: number; until: number }>(),
    jobs: new Map<string, Job>(),
    groups: new Map<string, Group>(),
    assets: [] as Asset[],
    leases: new Map<string, Lease>(),
    calls: new Map<string, Call>(),
    boxes: new Map<string, Box>(),
    backgrounds: new Map<string, Background>(),
    allowed: new Set<string>(),
  };
}

export const world = fresh();
export const firstBalances = new Map<string, number>();

export function resetWorld(): void {
  Object.assign(world, fresh());
  for (const [wallet, amount] of firstBalances) world.balances.set(wallet, amount);
}

/** The gateway's time in milliseconds. */
export function now(): number {
  return Date.now() + world.offset;
}

export function seconds(): number {
  return Math.floor(now() / 1000);
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function token(bytes = 9): string {
  return randomBytes(bytes).toString('hex');
}

/** A number below `size` that depends on the seed alone: made-up data stay the same from call to call. */
export function pick(seed: string, size: number): number {
  return createHash('sha1').update(seed).digest().readUInt32BE(0) % size;
}

/** Addresses of EVM chains are the same in any letter case. */
export function wallet(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}
