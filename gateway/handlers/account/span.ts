import { Problem } from '@tollwright/runtime/operation/problem';
import type { Clock } from '@tollwright/runtime/system/clock';

const day = 86_400_000;
const lengths = { '24h': day, '7d': 7 * day, '30d': 30 * day } as const;

/** A span of time: `from` is within it, `to` is not. Milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface SpanQuery {
  readonly window?: 'today' | '24h' | '7d' | '30d';
  /** ISO 8601 or unix seconds. */
  readonly from?: string;
  readonly to?: string;
}

/** Reads the span of a usage query: a window up to now, or `from` and `to`; thirty days by default. */
export function spanOf({ window, from, to }: SpanQuery, clock: Clock): Span {
  const now = clock.now();
  const end = to === undefined ? now + 1 : instant('to', to);
  if (from !== undefined) return { from: instant('from', from), to: end };
  if (window === 'today') return { from: now - (now % day), to: end };
  return { from: end - lengths[window ?? '30d'], to: end };
}

function instant(field: string, text: string): number {
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isSafeInteger(milliseconds)) return milliseconds;
  const message = `${field} must be an ISO 8601 time or Unix seconds`;
  throw new Problem('invalid-body', { error: 'Invalid request body', details: [{ path: [field], message }] });
}
