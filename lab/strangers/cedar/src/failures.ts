import type { Json } from './errors.ts';
import { ApiError } from './errors.ts';
import { on } from './fault.ts';
import type { Failures, Op } from './op.ts';
import type { Script } from './upstream.ts';

/** What an upstream's failure becomes when the route says nothing else. None of these is charged. */
function rejectedStatus(detail: Json): number {
  const status = Number(detail.status);
  return [400, 413, 415, 422, 451].includes(status) ? status : 400;
}

const standard: Failures = {
  fail: () => ({
    status: 502,
    body: { error: 'Upstream error', code: 'UPSTREAM_ERROR', message: 'The provider failed. You were not charged.' },
  }),
  timeout: () => ({
    status: 502,
    body: {
      error: 'Upstream error',
      code: 'UPSTREAM_TIMEOUT',
      message: 'The provider did not answer in time. You were not charged.',
    },
  }),
  reject: (s) => ({
    status: rejectedStatus(s.detail),
    body: {
      error: 'Rejected by the provider',
      code: 'UPSTREAM_REJECTED',
      message: 'The provider refused the input. You were not charged.',
    },
  }),
  unconfigured: () => ({
    status: 503,
    body: {
      error: 'Service unavailable',
      message: 'This integration is not configured or is paused. You were not charged.',
    },
  }),
  capacity: (s) => {
    const given = s.detail.retry_after_seconds;
    const seconds = typeof given === 'number' && given > 0 ? Math.ceil(given) : 60;
    const source = typeof s.detail.source === 'string' ? s.detail.source : 'pool-grove-1';
    return {
      status: 429,
      body: {
        error: 'Rate limited',
        code: 'RATE_LIMITED',
        source,
        retry_after_seconds: seconds,
        details: 'The capacity pool is exhausted.',
      },
      headers: {
        'Retry-After': on('retry-after-always-60') ? '60' : String(seconds),
        'X-RateLimit-Source': on('source-header-of-default-pool') ? 'pool-grove-1' : source,
      },
    };
  },
};

export function raiseFor(o: Op, s: Script, input: unknown): void {
  // A provider that accepts the job and fails it later is the job's business.
  if (s.outcome === 'fail' && s.detail.stage === 'run' && jobRoutes.has(o.template)) return;
  const f = o.failures?.[s.outcome]?.(s, input) ?? standard[s.outcome]?.(s, input);
  if (!f) return;
  throw new ApiError(f.status, f.body, f.headers);
}

const jobRoutes = new Set(['/images/generations', '/videos/generations', '/videos', '/responses']);

export async function slowness(o: Op, s: Script): Promise<void> {
  if (s.outcome === 'slow' && !jobRoutes.has(o.template)) await new Promise((r) => setTimeout(r, 250));
}
