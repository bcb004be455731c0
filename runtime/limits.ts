import type { Clock } from './clock.ts';
import type { HostDefinition, LimitDefinition, Route } from './operation.ts';
import { Problem } from './problem.ts';

/** Who a call counts for. */
export interface Caller {
  readonly ip?: string | undefined;
  readonly account?: string | undefined;
  readonly payer?: string | undefined;
}

/** Counts calls in windows of fixed length, which begin with their first call. */
export interface Limits {
  /**
   * Counts a call under every limit of its route whose key is known now.
   *
   * The answer is the headers that tell what is left. Throws the error of the limit that is exceeded.
   */
  count(route: Route, caller: Caller): Readonly<Record<string, string>>;
  /** Forgets every count. */
  reset(): void;
}

const none: Readonly<Record<string, string>> = {};

/** Counters kept before those of windows that have ended are dropped. */
const mostCounters = 100_000;

export function createLimits(host: HostDefinition, clock: Clock): Limits {
  const counters = new Map<string, { count: number; readonly resetsAt: number }>();

  function count(limit: LimitDefinition, route: Route, key: string): Readonly<Record<string, string>> {
    const now = clock.now();
    const name = `${limit.id}\n${limit.shared ? '' : route.operation.id}\n${key}`;

    let counter = counters.get(name);
    if (!counter || counter.resetsAt <= now) {
      if (counters.size >= mostCounters) dropEnded(now);
      counter = { count: 0, resetsAt: now + limit.window * 1000 };
      counters.set(name, counter);
    }
    counter.count += 1;

    const headers = {
      'X-RateLimit-Limit': String(limit.count),
      'X-RateLimit-Remaining': String(Math.max(0, limit.count - counter.count)),
      'X-RateLimit-Reset': String(counter.resetsAt),
    };
    if (counter.count <= limit.count) return headers;
    const seconds = Math.ceil((counter.resetsAt - now) / 1000);
    throw new Problem(limit.error, { retry_after_seconds: seconds }, { ...headers, 'Retry-After': String(seconds) });
  }

  function dropEnded(now: number): void {
    for (const [name, { resetsAt }] of counters) if (resetsAt <= now) counters.delete(name);
  }

  return {
    count(route, caller) {
      let headers = none;
      for (const id of route.limits) {
        const limit = host.limits[id];
        const key = limit && keyOf(limit, caller);
        if (limit && key !== undefined) headers = count(limit, route, key);
      }
      return headers;
    },
    reset: () => counters.clear(),
  };
}

function keyOf({ key }: LimitDefinition, { ip, account, payer }: Caller): string | undefined {
  if (key === 'ip') return ip;
  return key === 'payer' ? payer : account;
}
