/** All the state of one running gateway: clock, wallets, claims, ledger, scripts, limits and the things it has made. */
import { randomBytes } from 'node:crypto';
import type { Operation } from './flow.ts';
import type { Host } from './hosts.ts';
import { type Dict, Refusal } from './http.ts';
import type { Job } from './jobs.ts';
import type { FaceGroup, Portrait } from './ops/assets.ts';
import type { Lease } from './ops/phone.ts';
import type { BackgroundResponse } from './ops/responses.ts';
import type { Box } from './ops/sandbox.ts';
import type { VoiceCall } from './ops/voice.ts';
import { healthyRules, type Rules } from './rules.ts';

export interface Transfer {
  payer: string;
  pay_to: string;
  amount: string;
  asset: string;
  network: string;
  tx_hash: string;
  route: string;
  at: string;
}

export interface Script {
  outcome: string;
  left: number;
  detail: Dict;
}

export interface Claim {
  route: string;
  /** Unix seconds. */
  at: number;
  extra: Dict;
}

interface Window {
  count: number;
  resetAt: number;
}

/** What `reset` throws away. */
class Memory {
  offsetMs = 0;
  balances = new Map<string, number>();
  claims = new Map<string, Claim>();
  transfers: Transfer[] = [];
  settlementFailures = 0;
  scripts = new Map<string, Script>();
  windows = new Map<string, Window>();
  allowed = new Set<string>();
  jobs = new Map<string, Job>();
  backgrounds = new Map<string, BackgroundResponse>();
  portraits: Portrait[] = [];
  faces: Portrait[] = [];
  groups = new Map<string, FaceGroup>();
  leases = new Map<string, Lease>();
  calls = new Map<string, VoiceCall>();
  boxes = new Map<string, Box>();
}

export class Gateway {
  readonly host: Host;
  readonly rules: Rules = healthyRules();
  readonly operations: Operation[] = [];
  readonly secret = randomBytes(32);
  readonly funded: readonly string[];
  memory = new Memory();

  constructor(host: Host, funded: readonly string[]) {
    this.host = host;
    this.funded = funded;
    this.reset();
  }

  reset(): void {
    this.memory = new Memory();
    for (const address of this.funded) this.memory.balances.set(address.toLowerCase(), 1_000_000_000);
  }

  nowMs(): number {
    return Date.now() + this.memory.offsetMs;
  }

  seconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  iso(ms: number = this.nowMs()): string {
    return new Date(ms).toISOString();
  }

  /** An id that nobody can guess. */
  id(prefix: string, bytes = 12): string {
    return `${prefix}${randomBytes(bytes).toString('hex')}`;
  }

  balance(address: string): number {
    return this.memory.balances.get(address.toLowerCase()) ?? 0;
  }

  /** Takes the next scripted outcome of an operation, if any is left. */
  takeScript(operation: Operation): Script | undefined {
    const key = operation.key;
    const script = this.memory.scripts.get(key);
    if (script === undefined || script.left <= 0) return undefined;
    script.left -= 1;
    return script;
  }

  /** Counts a call in a fixed window and refuses the one that is too many. */
  limit(bucket: string, most: number, seconds: number): void {
    const now = this.nowMs();
    let window = this.memory.windows.get(bucket);
    if (window === undefined || now >= window.resetAt) {
      window = { count: 0, resetAt: now + seconds * 1000 };
      this.memory.windows.set(bucket, window);
    }
    window.count += 1;
    if (window.count <= most) return;
    if (this.rules.combinations.refusalsExtendWindow) window.resetAt = now + seconds * 1000;
    const headers: Record<string, string> = {
      'Retry-After': String(Math.max(1, Math.ceil((window.resetAt - now) / 1000))),
      'X-RateLimit-Reset': String(Math.floor(window.resetAt / this.rules.details.resetDivisor)),
    };
    throw new Refusal(429, { error: 'Rate limit exceeded' }, headers);
  }
}
