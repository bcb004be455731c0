import { sleep } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { onReset } from './state.ts';

/** The outcomes that a script can ask for. */
export const outcomes = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'no_tier',
  'other_tier',
  'mirror_fail',
  'unconfigured',
] as const;

/** What an upstream does on one call. */
export type Outcome = (typeof outcomes)[number];

/** One scripted call. */
export interface Turn {
  outcome: Outcome;
  detail: Record<string, unknown>;
}

const scripts = new Map<string, { turn: Turn; left: number }>();
onReset(() => scripts.clear());

/** Scripts the next calls of an upstream; `succeed` clears the script. */
export function script(unit: string, turn: Turn, times: number): void {
  if (turn.outcome === 'succeed') scripts.delete(unit);
  else scripts.set(unit, { turn, left: times });
}

/** Takes what the upstream does on this call. */
export function nextTurn(unit: string): Turn {
  const found = scripts.get(unit);
  if (found === undefined) return { outcome: 'succeed', detail: {} };
  found.left -= 1;
  if (found.left <= 0) scripts.delete(unit);
  return found.turn;
}

/** The status that a rejecting upstream names, 400 without one. */
export function rejectStatus(turn: Turn): number {
  const status = turn.detail.status;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500 ? status : 400;
}

/** Members and headers of the documented 429. */
export function capacity(turn: Turn): HttpError {
  const { retry_after_seconds: wanted, source: tag } = turn.detail;
  const seconds = typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0 ? wanted : 60;
  const source = typeof tag === 'string' && /^[\x21-\x7e]+$/.test(tag) ? tag : 'pool-7f3a';
  return new HttpError(
    429,
    'Rate limited',
    {
      code: 'RATE_LIMITED',
      source,
      retry_after_seconds: seconds,
      details: 'The upstream has no capacity at the moment',
    },
    {
      ...(on('retry-after-default') && wanted === undefined ? {} : { 'retry-after': String(seconds) }),
      'x-ratelimit-source': on('capacity-source-fixed') ? 'pool-7f3a' : source,
    },
  );
}

/** The error that most routes answer when the upstream does not succeed. */
export function failureOf(turn: Turn): HttpError | undefined {
  switch (turn.outcome) {
    case 'fail':
      return new HttpError(502, 'Upstream error', { code: 'UPSTREAM_ERROR', details: 'The provider failed' });
    case 'cut':
      return new HttpError(502, 'Upstream error', {
        code: 'UPSTREAM_ERROR',
        details: 'The answer of the provider was cut off',
      });
    case 'timeout':
      return new HttpError(502, 'Upstream error', {
        code: 'UPSTREAM_TIMEOUT',
        details: 'The provider did not answer in time',
      });
    case 'reject':
      return new HttpError(rejectStatus(turn), 'The provider refused the request', { code: 'UPSTREAM_REJECTED' });
    case 'unconfigured':
      return new HttpError(503, 'This service is not configured or is paused');
    case 'capacity':
      return capacity(turn);
    default:
      return undefined;
  }
}

/** The short real delay of a slow upstream that has no jobs. */
export async function pause(turn: Turn): Promise<void> {
  if (turn.outcome === 'slow') await sleep(300);
}
