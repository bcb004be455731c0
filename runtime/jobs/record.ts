import type { Job } from '../store/jobs.ts';
import { isObject } from '../values/json.ts';

/** What is stored of a job: what was asked for, and how its work has gone so far. */
export interface JobRecord {
  readonly request: unknown;
  /** Micro-USDC of its price, as decimal text. */
  readonly amount: string;
  /** What the work made; absent while it runs and where it failed. */
  readonly result?: unknown;
  /** Why the work failed. */
  readonly error?: string;
  /** Milliseconds since 1970 at which the work ended. */
  readonly endedAt?: number;
  /** Milliseconds since 1970 before which a control API has the work not start. */
  readonly startsAt?: number;
  /** Milliseconds since 1970 before which a control API has the work not end. */
  readonly heldUntil?: number;
}

/** How the work of a job stands. */
export type Progress =
  | { readonly state: 'queued' | 'running' }
  | { readonly state: 'finished'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: string };

/** Reads what is stored of a job. */
export function recordOf({ data }: Pick<Job, 'data'>): JobRecord {
  const { request, amount, result, error, endedAt, startsAt, heldUntil } = data;
  return {
    request,
    amount: typeof amount === 'string' ? amount : '0',
    ...(result !== undefined && { result }),
    ...(typeof error === 'string' && { error }),
    ...(typeof endedAt === 'number' && { endedAt }),
    ...(typeof startsAt === 'number' && { startsAt }),
    ...(typeof heldUntil === 'number' && { heldUntil }),
  };
}

/** The JSON that is stored of a job. */
export function dataOf(record: JobRecord): Job['data'] {
  return isObject(record) ? record : {};
}

/** How the work stands at a time. */
export function progressOf(
  { error, result, endedAt = 0, startsAt = 0, heldUntil = 0 }: JobRecord,
  now: number,
): Progress {
  if (now < heldUntil) return { state: now < startsAt ? 'queued' : 'running' };
  if (error !== undefined) return { state: 'failed', reason: error };
  return result === undefined ? { state: 'running' } : { state: 'finished', at: Math.max(endedAt, heldUntil) };
}
