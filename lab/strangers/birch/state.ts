import type { Group, Portrait, Realface } from './assets.ts';
import type { BackgroundResponse } from './background.ts';
import { resetClock } from './clock.ts';
import type { Job } from './jobs.ts';
import type { Lease } from './leases.ts';
import type { Claim, Transfer } from './ledger.ts';
import { usd } from './money.ts';
import type { Sandbox } from './sandbox.ts';
import type { Script } from './upstream.ts';
import type { PhoneCall } from './voice-call.ts';

/** A counted window of requests. */
export interface Window {
  endsMs: number;
  used: number;
}

/** Everything the gateway remembers. */
export class State {
  balances = new Map<string, bigint>();
  claims = new Map<string, Claim>();
  transfers: Transfer[] = [];
  failingSettlements = 0;
  allowlist = new Set<string>();
  scripts: Script[] = [];
  windows = new Map<string, Window>();
  jobs = new Map<string, Job>();
  responses = new Map<string, BackgroundResponse>();
  portraits: Portrait[] = [];
  realfaces: Realface[] = [];
  groups = new Map<string, Group>();
  leases = new Map<string, Lease>();
  calls = new Map<string, PhoneCall>();
  sandboxes = new Map<string, Sandbox>();
}

/** The present state; `reset` replaces it whole. */
export let state = new State();

const endowed: string[] = [];

/** Wallets of the target file start with this balance; every other wallet starts with nothing. */
const START_BALANCE = usd('2500');

/** Give a wallet the start balance, now and after every reset. */
export function endow(address: string): void {
  endowed.push(address.toLowerCase());
  state.balances.set(address.toLowerCase(), START_BALANCE);
}

/** Drop everything, the clock offset too. */
export function reset(): void {
  state = new State();
  resetClock();
  for (const address of endowed) state.balances.set(address, START_BALANCE);
}
