import { createHmac, timingSafeEqual } from 'node:crypto';
import { release } from '../account/keys.ts';
import { config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { fmt } from '../money.ts';
import type { Call, Receipt, Who } from '../op.ts';
import { onReset, world } from '../world.ts';
import type { Authorization } from '../x402.ts';

/** Async image and video jobs. A job is looked at only when it is polled; time is the gateway's clock. */
export interface Job {
  id: string;
  kind: 'image' | 'video';
  owner: Who;
  model: string;
  created: number;
  price: Usd;
  claim: string;
  pollUrl: string;
  authorization?: Authorization | undefined;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  startAt: number;
  doneAt: number;
  willFail: boolean;
  completedAt?: number;
  error?: string;
  facts: Record<string, unknown>;
  result: () => Record<string, unknown>;
  receipt?: Receipt | undefined;
  charged?: boolean;
  /** What the account host charges, where it is not the price. */
  billed?: Usd;
  unsettled?: boolean;
  template: string;
}
const jobs = new Map<string, Job>();
onReset(() => jobs.clear());
const STALL_MS = 3_600_000;
const CLAIMABLE_MS = 48 * 3_600_000;
/** What a job takes when nothing is scripted: short, so that a caller with a real clock need not wait minutes. */
const START_MS = 600;
const RUN_MS = 1800;

export function newJob(
  call: Call,
  x: Omit<Job, 'owner' | 'created' | 'claim' | 'authorization' | 'status' | 'startAt' | 'doneAt' | 'willFail'>,
): Job {
  const now = world.now();
  const { outcome, detail } = call.script;
  const slow = outcome === 'slow';
  const job: Job = {
    ...x,
    owner: call.who,
    created: now,
    claim: call.claim,
    authorization: call.authorization,
    status: 'queued',
    startAt: now + START_MS,
    doneAt: now + (slow ? Number(detail.seconds ?? 60) * 1000 : RUN_MS),
    willFail: outcome === 'fail',
  };
  jobs.set(job.id, job);
  if (call.authorization) world.claims.set(call.claim, { jobId: job.id, pollUrl: job.pollUrl });
  return job;
}

export function finish(job: Job): void {
  job.status = 'completed';
  job.completedAt = world.now();
}

function step(job: Job): void {
  const now = world.now();
  if (job.status === 'queued' && now >= job.startAt) job.status = 'in_progress';
  if (job.status !== 'in_progress') return;
  if (now >= job.doneAt && job.doneAt - job.created <= STALL_MS) {
    job.status = job.willFail ? 'failed' : 'completed';
    job.completedAt = job.doneAt;
    if (job.willFail) job.error = 'The provider failed to produce the result.';
  } else if (now - job.created > STALL_MS && job.kind === 'image' && !on('image-never-stalls')) {
    job.status = 'failed';
    job.error = 'The job stalled: it did not finish within 1 hour.';
  } else if (now >= job.doneAt) {
    job.status = 'completed';
    job.completedAt = job.doneAt;
  }
  if (job.status === 'failed') freeReservation(job);
}

function freeReservation(job: Job): void {
  const account = [...world.accounts.values()].find((a) => a.id === job.owner.id);
  if (account) release(account, job.claim);
}

export function jobEvent(kind: string, id: string, event: string): boolean {
  const job = jobs.get(id);
  if (!job || `${job.kind}_job` !== kind) return false;
  step(job);
  if (job.status === 'failed' || job.status === 'completed') return true;
  if (event === 'started') job.status = 'in_progress';
  if (event === 'finished') finish(job);
  if (event === 'failed') {
    job.status = 'failed';
    job.error = 'The provider failed to produce the result.';
    freeReservation(job);
  }
  return true;
}

export function envelope(job: Job): Record<string, unknown> {
  return {
    id: job.id,
    object: `${job.kind}.generation.job`,
    status: job.status,
    model: job.model,
    ...job.facts,
    price: { amount: fmt(job.price), currency: 'USD' },
    payment_status: 'verified',
    created: Math.floor(job.created / 1000),
    poll_url: job.pollUrl,
    ...(job.kind === 'image'
      ? {
          poll_instructions:
            'GET poll_url every 2 to 5 seconds with a payment header signed by the submitting wallet; finish within 10 minutes.',
        }
      : {}),
  };
}

/** The signed query of a video's poll URL: everything that was billed. */
export function signature(parts: Record<string, string>): string {
  const text = Object.keys(parts)
    .filter((k) => !(k === 'i2v' && on('poll-sig-forgets-image-flag')))
    .sort()
    .map((k) => `${k}=${parts[k]}`)
    .join('&');
  return createHmac('sha256', config.secret).update(text).digest('hex').slice(0, 32);
}
export function sameSignature(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

export function findJob(id: string, kind: 'image' | 'video'): Job {
  const job = jobs.get(id);
  if (!job || job.kind !== kind) throw new ApiError(404, { error: 'Job not found' });
  step(job);
  const life = on('claimable-one-hour') ? STALL_MS : CLAIMABLE_MS;
  if (kind === 'video' && world.now() - job.created > life)
    throw new ApiError(404, { error: 'Job not found', message: 'Its result is no longer kept.' });
  return job;
}
