import { randomBytes } from 'node:crypto';
import { type Hold, onSweep } from './accounts.ts';
import { now, sleep } from './clock.ts';
import { on } from './faults.ts';
import { HttpError, type Reply } from './http.ts';
import { formatUsd, priceOf, type Usd } from './money.ts';
import { onReset } from './state.ts';
import type { Turn } from './upstream.ts';

/** The kinds of jobs, as the control API names them. */
export type JobKind = 'image_job' | 'video_job';
/** The states of a job. */
export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

const USUAL = { start: 0.3, finish: 1 };
const SLOW_START = 5;
const SLOW_SECONDS = 60;
const STALL_MS = 3_600_000;
const CLAIMABLE_MS = 48 * 3_600_000;

const jobs = new Map<string, Job>();
onReset(() => jobs.clear());
onSweep(() => {
  for (const job of jobs.values()) job.update();
});

/** What has to be known to make a job. */
export interface JobInit {
  kind: JobKind;
  id: string;
  model: string;
  hold: Hold;
  price: Usd;
  turn: Turn;
  /** The result without price and payment. */
  result: Record<string, unknown>;
}

/** An asynchronous job. The first poll that finds it completed settles its price. */
export class Job {
  kind: JobKind;
  id: string;
  model: string;
  hold: Hold;
  price: Usd;
  created = now();
  /** What the documents put into a `poll_url` besides the path. */
  query = '';
  private result: Record<string, unknown>;
  private startsAt: number;
  private endsAt: number;
  private fails: boolean;
  private error = 'The provider failed';
  private settled = false;
  private gone = false;

  constructor(init: JobInit) {
    const { kind, id, model, hold, price, turn, result } = init;
    this.kind = kind;
    this.id = id;
    this.model = model;
    this.hold = hold;
    this.price = price;
    this.result = result;
    const { seconds: wanted } = turn.detail;
    const waits = turn.outcome === 'slow' || turn.outcome === 'capacity';
    const finish = !waits ? USUAL.finish : typeof wanted === 'number' && wanted > 0 ? wanted : SLOW_SECONDS;
    this.startsAt = this.created + Math.min(waits ? SLOW_START : USUAL.start, finish) * 1000;
    this.endsAt = this.created + finish * 1000;
    this.fails = turn.outcome === 'fail' || turn.outcome === 'timeout' || turn.outcome === 'cut';
    if (turn.outcome === 'timeout') this.endsAt = this.created;
    jobs.set(id, this);
  }

  /** The state at this time. */
  get status(): JobStatus {
    const limit = this.kind === 'image_job' ? this.created + STALL_MS : Infinity;
    if (now() >= Math.min(this.endsAt, limit)) {
      return this.fails || this.endsAt > limit ? 'failed' : 'completed';
    }
    const started = now() >= this.startsAt && !(on('video-never-started') && this.kind === 'video_job');
    return started ? 'in_progress' : 'queued';
  }

  /** Ends the reservation where the time or a failure has decided that nothing will be charged. */
  update(): void {
    if (this.status === 'failed') {
      if (on('image-stall-charged') && !this.fails) this.hold.capture(this.price);
      this.hold.release();
      this.hold.record(502);
    } else if (this.status === 'completed' && now() > this.endsAt + this.claimable()) {
      this.hold.release();
      this.gone = true;
    }
  }

  /** How long a completed job can be polled. */
  private claimable(): number {
    return on('video-claim-day') && this.kind === 'video_job' ? CLAIMABLE_MS / 2 : CLAIMABLE_MS;
  }

  /** Delivers an event from outside. */
  deliver(event: string): void {
    const ended = this.status === 'failed' || this.status === 'completed';
    if (!['started', 'finished', 'failed'].includes(event)) throw new HttpError(400, 'unknown event of a job');
    if (ended) return;
    this.startsAt = Math.min(this.startsAt, now());
    if (event === 'started') {
      this.endsAt = Math.max(this.endsAt, now() + 1);
      return;
    }
    this.fails = event === 'failed';
    this.endsAt = now();
  }

  /** What a poll answers. */
  poll(): Reply {
    this.update();
    if (this.gone) throw new HttpError(404, 'Job not found');
    const { id, status, model } = this;
    const object = objectOf(this.kind);
    if (status === 'failed') {
      const stalled = !this.fails;
      const error = stalled ? 'The job stalled: it did not finish within 1 hour' : this.error;
      return {
        status: on('video-failed-502') && this.kind === 'video_job' ? 502 : 200,
        body: {
          id,
          object,
          status,
          model,
          error,
          payment_status: 'not_charged',
          note: 'The job failed; nothing is charged.',
        },
      };
    }
    if (status !== 'completed') {
      return {
        status: 202,
        body: { id, object, status, model, payment_status: 'verified', note: 'The job is still running; poll again.' },
      };
    }
    return { status: 200, body: this.settle() };
  }

  /** The result; the first call charges the price. */
  settle(): Record<string, unknown> {
    const payment = { status: this.settled ? 'already_settled' : 'settled', tx_hash: this.hold.id, network: 'account' };
    if (!this.settled && on('job-settles-twice')) this.hold.account.holds.add(this.hold);
    if (!this.settled) this.hold.capture(this.price);
    if (on('job-settles-twice')) void sleep(400).then(() => (this.settled = true));
    else this.settled = true;
    return { ...this.result, price: priceOf(this.price), payment };
  }

  /** The members that the answers to both kinds of submissions share. */
  envelope(): Record<string, unknown> {
    return {
      id: this.id,
      object: objectOf(this.kind),
      status: this.status === 'in_progress' ? 'in_progress' : 'queued',
      model: this.model,
      price: { amount: formatUsd(this.price), currency: 'USD' },
      payment_status: 'verified',
      created: Math.floor(this.created / 1000),
    };
  }

  /** Finishes a job within the request that submitted it. */
  finishNow(): Record<string, unknown> {
    this.startsAt = this.created;
    this.endsAt = this.created;
    return this.settle();
  }
}

function objectOf(kind: JobKind): string {
  return kind === 'image_job' ? 'image.generation.job' : 'video.generation.job';
}

/** A new opaque id. */
export function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

/** A job by its id. */
export function findJob(kind: JobKind, id: string): Job | undefined {
  const job = jobs.get(id);
  return job?.kind === kind ? job : undefined;
}
