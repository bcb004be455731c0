import { type Receivers, receiversIn } from '../operation/receivers.ts';
import type { Job } from '../store/jobs.ts';
import { isObject } from '../values/json.ts';

/** The stored data of a job: its request and the progress of its work. */
export interface JobRecord {
  readonly request: unknown;
  /** Micro-USDC of its price, as decimal text. */
  readonly amount: string;
  /** Result of the work; absent while it runs and where it failed. */
  readonly result?: unknown;
  /** Reason why the work failed. */
  readonly error?: string;
  /** Milliseconds since 1970 at which the work ended. */
  readonly endedAt?: number;
  /** Milliseconds since 1970 until which a control API delays the start of the work. */
  readonly startsAt?: number;
  /** Milliseconds since 1970 until which a control API delays the end of the work. */
  readonly heldUntil?: number;
  /** Receivers of its webhooks. */
  readonly receivers?: Receivers;
}

/** Progress of the work of a job. */
export type Progress =
  | { readonly state: 'queued' | 'running' }
  | { readonly state: 'finished'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: string };

/** Reads the stored data of a job. */
export function recordOf({ data }: Pick<Job, 'data'>): JobRecord {
  const { request, amount, result, error, endedAt, startsAt, heldUntil } = data;
  const receivers = receiversIn(data);
  return {
    request,
    amount: typeof amount === 'string' ? amount : '0',
    ...(result !== undefined && { result }),
    ...(typeof error === 'string' && { error }),
    ...(typeof endedAt === 'number' && { endedAt }),
    ...(typeof startsAt === 'number' && { startsAt }),
    ...(typeof heldUntil === 'number' && { heldUntil }),
    ...(receivers && { receivers }),
  };
}

/** The stored data of a job as JSON. */
export function dataOf(record: JobRecord): Job['data'] {
  return isObject(record) ? record : {};
}

/** The progress of the work at a given time. */
export function progressOf(
  { error, result, endedAt = 0, startsAt = 0, heldUntil = 0 }: JobRecord,
  now: number,
): Progress {
  if (now < heldUntil) return { state: now < startsAt ? 'queued' : 'running' };
  if (error !== undefined) return { state: 'failed', reason: error };
  return result === undefined ? { state: 'running' } : { state: 'finished', at: Math.max(endedAt, heldUntil) };
}
