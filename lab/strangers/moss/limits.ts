import { now } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { onReset } from './state.ts';

interface Window {
  ends: number;
  used: number;
}

const windows = new Map<string, Window>();
onReset(() => windows.clear());

/** How many calls a client may make in a window, counted from its first call. */
export interface Limit {
  name: string;
  calls: number;
  seconds: number;
}

/** What is left after a call was counted. */
export interface Count {
  allowed: boolean;
  remaining: number;
  resetAt: number;
}

/** What a client has left, without counting a call. */
export function peek(limit: Limit, client: string): Count {
  const window = windows.get(`${limit.name} ${client}`);
  if (window === undefined || window.ends <= now()) {
    return { allowed: true, remaining: limit.calls, resetAt: now() + limit.seconds * 1000 };
  }
  return {
    allowed: window.used < limit.calls,
    remaining: Math.max(0, limit.calls - window.used),
    resetAt: window.ends,
  };
}

/** Counts a call. */
export function count(limit: Limit, client: string): Count {
  const before = peek(limit, client);
  if (!before.allowed) {
    const ends = on('limit-429-extends') ? now() + limit.seconds * 1000 : before.resetAt;
    windows.set(`${limit.name} ${client}`, { ends, used: limit.calls });
    return { ...before, resetAt: ends };
  }
  const used = limit.calls - before.remaining + 1;
  windows.set(`${limit.name} ${client}`, { ends: before.resetAt, used });
  return { allowed: true, remaining: limit.calls - used, resetAt: before.resetAt };
}

/** The whole seconds until a window ends. */
export function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - now()) / 1000));
}

/** Counts a call and refuses it with 429 when there are too many. */
export function enforce(limit: Limit, client: string): void {
  const { allowed, resetAt } = count(limit, client);
  if (allowed) return;
  if (on('social-window-extends') && limit.name === 'social') {
    windows.set(`${limit.name} ${client}`, { ends: now() + limit.seconds * 1000, used: limit.calls });
  }
  throw new HttpError(
    429,
    'Rate limit exceeded',
    {},
    {
      'retry-after': String(secondsUntil(resetAt)),
      'x-ratelimit-reset': String(Math.ceil(resetAt)),
    },
  );
}
