import { noHeaders } from '../http/headers.ts';
import { callerOf } from '../http/network.ts';
import type { HostDefinition, LimitDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import { type Counters, createMemoryCounters } from '../store/counters.ts';
import type { Clock } from '../system/clock.ts';

/** The caller that a call counts for. */
export interface Caller {
  readonly ip?: string | undefined;
  readonly account?: string | undefined;
  readonly payer?: string | undefined;
}

/** Counts calls in windows of fixed length, which begin with their first call. */
export interface Limits {
  /**
   * Counts a call under every limit of its route whose key is known.
   *
   * Returns the headers that tell how many calls are left. Throws the error of a limit that is exceeded.
   */
  count(route: Route, caller: Caller): Promise<Readonly<Record<string, string>>>;
  /** Counts a call without a payment; true for one that its caller has free of charge. */
  takesFree(caller: Caller): Promise<boolean>;
  /** Forgets every count of this process; a shared store forgets its own when it is reset. */
  reset(): void;
}

/** Creates the limits of a host: of this process, unless the counters are shared. */
export function createLimits(host: HostDefinition, clock: Clock, shared?: Counters): Limits {
  // Callers can have many addresses, and their counters must not drive out those of payers and accounts.
  const own = { ip: createMemoryCounters(), payer: createMemoryCounters(), 'api-key': createMemoryCounters() };

  async function count(limit: LimitDefinition, route: Route, key: string): Promise<Readonly<Record<string, string>>> {
    const now = clock.now();
    const name = `${limit.id}\n${limit.shared ? '' : route.operation.id}\n${key}`;
    const counter = await (shared ?? own[limit.key]).count(name, limit.window * 1000, now);

    const headers = {
      'X-RateLimit-Limit': String(limit.count),
      'X-RateLimit-Remaining': String(Math.max(0, limit.count - counter.count)),
      'X-RateLimit-Reset': String(counter.resetsAt),
    };
    if (counter.count <= limit.count) return headers;
    const seconds = Math.ceil((counter.resetsAt - now) / 1000);
    throw new Problem(limit.error, { retry_after_seconds: seconds }, { ...headers, 'Retry-After': String(seconds) });
  }

  return {
    async count(route, caller) {
      let headers = noHeaders;
      for (const id of route.limits) {
        const limit = host.limits[id];
        const key = limit && keyOf(limit, caller);
        if (limit && key !== undefined) headers = await count(limit, route, key);
      }
      return headers;
    },
    async takesFree({ ip }) {
      const { freeCalls } = host;
      if (!freeCalls || ip === undefined) return false;
      const name = `free calls\n${callerOf(ip)}`;
      const counter = await (shared ?? own.ip).count(name, freeCalls.window * 1000, clock.now());
      return counter.count <= freeCalls.count;
    },
    reset() {
      for (const counters of Object.values(own)) counters.clear();
    },
  };
}

function keyOf({ key }: LimitDefinition, { ip, account, payer }: Caller): string | undefined {
  if (key === 'ip') return ip === undefined ? undefined : callerOf(ip);
  return key === 'payer' ? payer : account;
}
