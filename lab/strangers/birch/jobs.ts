import { challenge, type Quote, refused, settlementFailed } from './challenge.ts';
import { iso, nowMs, sleep } from './clock.ts';
import { on } from './faults.ts';
import type { Call } from './flow.ts';
import { HttpError, type Reply, type Req } from './http.ts';
import { imageModel } from './image-models.ts';
import { available, type Claim, claim, claimKey, type Receipt, receiptHeaders, settle } from './ledger.ts';
import { FEE, price } from './money.ts';
import {
  paymentHeader,
  readSigned,
  refuseMismatch,
  refusePoor,
  refuseReplay,
  refuseUntimely,
  type Signed,
} from './payment.ts';
import { profile } from './profile.ts';
import { state } from './state.ts';
import { failsLater, type Turn } from './upstream.ts';

/** States of an image or video job. */
export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** An image or video job. Its state follows from these times and the clock. */
export interface Job {
  kind: 'image' | 'video';
  id: string;
  model: string;
  payer: string;
  quote: Quote;
  claim: Claim;
  pollUrl: string;
  createdMs: number;
  startMs: number;
  finishMs: number;
  failMs: number;
  error: string;
  mirrored: boolean;
  receipt?: Receipt;
  /** The result without `price` and `payment`. */
  result: (job: Job) => Record<string, unknown>;
  /** Members of the envelope that only this kind has. */
  envelope: Record<string, unknown>;
}

const STALL_MS = 3600_000;
const CLAIMABLE_MS = (on('video-claim-day') ? 24 : 48) * 3600_000;

/** When a job starts, finishes and fails, given what its upstream does. */
export function schedule(turn: Turn): Pick<Job, 'createdMs' | 'startMs' | 'finishMs' | 'failMs'> {
  const now = nowMs();
  const { seconds } = turn.detail;
  if (turn.outcome === 'slow') {
    const wait = (typeof seconds === 'number' && seconds > 0 ? seconds : 60) * 1000;
    return { createdMs: now, startMs: now + wait / 2, finishMs: now + wait, failMs: Infinity };
  }
  return { createdMs: now, startMs: now + 400, finishMs: now + 1200, failMs: failsLater(turn) ? now + 800 : Infinity };
}

/** The state of a job now. */
export function statusOf(job: Job): JobStatus {
  const now = nowMs();
  const stalls = job.kind === 'image' && !(on('stall-async-forgotten') && imageModel(job.model)?.async);
  const stallMs = stalls ? job.createdMs + STALL_MS : Infinity;
  const failMs = Math.min(job.failMs, stallMs);
  if (job.finishMs <= now && job.finishMs <= failMs) return 'completed';
  if (failMs <= now) return 'failed';
  if (on('video-stays-queued') && job.kind === 'video') return 'queued';
  return job.startMs <= now ? 'in_progress' : 'queued';
}

function failureOf(job: Job): string {
  if (job.failMs === Infinity) return 'The job stalled: it did not finish within one hour. You were not charged.';
  return job.error;
}

/** Deliver an event of the outside world. A job that has ended stays as it is. */
export function jobEvent(job: Job, event: string): boolean {
  if (!['started', 'finished', 'failed'].includes(event)) return false;
  const status = statusOf(job);
  if (status === 'completed' || status === 'failed') return true;
  const now = nowMs();
  if (event === 'started') job.startMs = Math.min(job.startMs, now);
  if (event === 'finished') job.finishMs = now;
  if (event === 'failed') job.failMs = now;
  return true;
}

/** Keep a new job and bind the claim of its call to it. */
export function openJob(job: Job, call: Call): void {
  state.jobs.set(job.id, job);
  job.claim.job = { job_id: job.id, poll_url: job.pollUrl };
  call.job = job;
}

function objectName(job: Job): string {
  return `${job.kind}.generation.job`;
}

/** The 202 envelope of an accepted job. */
export function envelope(job: Job): Record<string, unknown> {
  return {
    id: job.id,
    job_id: job.id,
    object: objectName(job),
    status: 'queued',
    model: job.model,
    ...job.envelope,
    price: price(job.quote.amount),
    payment_status: 'verified',
    created: Math.floor(job.createdMs / 1000),
    poll_url: job.pollUrl,
  };
}

/** A finished result with its price and payment. */
export function paidResult(job: Job, receipt: Receipt, repeated: boolean): Record<string, unknown> {
  return {
    ...job.result(job),
    price: price(job.quote.amount),
    payment: { status: repeated ? 'already_settled' : 'settled', tx_hash: receipt.hash, network: profile.network },
  };
}

/** The job of a poll; 404 when it is unknown or no longer claimable. */
export function findJob(kind: Job['kind'], id: string): Job {
  const job = state.jobs.get(id);
  const gone = job && job.kind === 'video' && statusOf(job) === 'completed' && nowMs() > job.finishMs + CLAIMABLE_MS;
  if (!job || job.kind !== kind || gone) throw new HttpError(404, { error: 'Job not found', job_id: id });
  return job;
}

function running(job: Job, status: JobStatus): Reply {
  const body = {
    id: job.id,
    object: objectName(job),
    status,
    model: job.model,
    payment_status: 'verified',
    note: 'The job is still running. Nothing has been charged. Poll again in a few seconds.',
  };
  return { status: 202, body, headers: { 'Retry-After': '3' } };
}

function failed(job: Job): Reply {
  job.claim.held = 0n;
  const body = {
    id: job.id,
    object: objectName(job),
    status: 'failed',
    model: job.model,
    error: failureOf(job),
    payment_status: 'not_charged',
    note: `The job failed and settles nothing. It was created at ${iso(job.createdMs)}.`,
  };
  return { status: 200, body };
}

function settleJob(job: Job, signed: Signed, quote: Quote, req: Req): Reply {
  const { auth } = signed;
  let held = state.claims.get(claimKey(auth));
  // The authorization of the submission, or a fresh one that an earlier poll could not settle.
  const bound = held?.job?.job_id === job.id;
  if (!bound) refuseReplay(auth, quote, req);
  // A second authorization can carry the same nonce and another amount: the bound one is compared too.
  refuseMismatch(signed, quote, req);
  if (!bound) {
    refuseUntimely(auth, quote, req);
    // The fresh authorization takes the place of the one that the job holds.
    job.claim.held = 0n;
    refusePoor(auth, quote, req);
    held = claim(auth);
    held.job = { job_id: job.id, poll_url: job.pollUrl };
    job.claim = held;
  }
  if (!held || available(auth.from, held) < auth.value) throw settlementFailed(quote, req, { ...job.claim.job });
  const receipt = settle(auth, held, req.route, req.method);
  if (!receipt && on('poll-settlement-once')) Object.assign(job, { failMs: job.createdMs, finishMs: Infinity });
  if (!receipt)
    throw settlementFailed(quote, req, { ...job.claim.job, note: 'The result is ready: poll again or sign afresh.' });
  job.claim.held = 0n;
  job.receipt = receipt;
  const bare = on('video-poll-receipt') && req.route.path === '/api/v1/videos/{id}';
  return { status: 200, body: paidResult(job, receipt, false), headers: bare ? {} : receiptHeaders(receipt) };
}

/** Answer a poll: the wallet of the job proves itself, and the first poll of a finished job settles it. */
export async function poll(job: Job, req: Req): Promise<Reply> {
  const more = { job_id: job.id, model: job.model, status: statusOf(job) };
  const images = BigInt(on('poll-price-single') ? Number(job.envelope.n ?? 1) : 1);
  const amount = (job.quote.amount - FEE) / images + FEE;
  const quote = { ...job.quote, amount, more: { ...job.quote.more, ...more } };
  const header = paymentHeader(req);
  if (header === undefined) throw challenge(quote, req);
  const signed = await readSigned(header, on('poll-unsigned'));
  if (typeof signed === 'string') throw refused(quote, req, 'PAYMENT_INVALID', signed);
  const early = on('poll-stranger-running') && ['queued', 'in_progress'].includes(statusOf(job));
  if (!early && signed.auth.from !== job.payer) {
    throw new HttpError(403, {
      error: 'Payment payer mismatch',
      message: 'Another wallet submitted this job.',
      job_id: job.id,
    });
  }
  const status = statusOf(job);
  if (status === 'failed') return failed(job);
  if (status !== 'completed') return running(job, status);
  const again = on('video-settles-again') && job.kind === 'video' && !state.claims.has(claimKey(signed.auth));
  if (job.receipt && !again) {
    return { status: 200, body: paidResult(job, job.receipt, true), headers: receiptHeaders(job.receipt) };
  }
  if (on('poll-race')) await sleep(25);
  return settleJob(job, signed, quote, req);
}
