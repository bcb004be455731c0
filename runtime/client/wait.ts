import { setTimeout } from 'node:timers/promises';
import { read } from '../values.ts';
import type { Answer, Caller, Settings } from './caller.ts';
import type { Parts } from './request.ts';

/** How a job is waited for. */
export interface Waiting extends Settings {
  /** Told the job's state after every poll. */
  readonly onProgress?: (state: string) => void;
  /** Milliseconds between polls; 3000 when absent. */
  readonly interval?: number;
}

/** How a job that an operation creates is polled. */
export interface Polling {
  /** Operation that polls. */
  readonly operation: string;
  /** Its path parameter for the job's id. */
  readonly parameter: string;
  /** Where answers tell the job's state and id, as keys. */
  readonly state: readonly string[];
  readonly id: readonly string[];
}

/** Calls an operation and, where it answers with a job, polls until the job has ended. */
export async function callAndWait<T>(
  caller: Caller,
  operation: string,
  parts: Parts,
  polling: Polling,
  waiting: Waiting = {},
): Promise<Answer<T>> {
  const { onProgress, interval = 3000, ...settings } = waiting;
  const amount = caller.quote(operation, parts)?.amount;
  let answer = await caller.call<T>(operation, parts, settings);
  const { pending } = answer;
  const [id, url] = [read(answer.data, ...polling.id), read(answer.data, 'poll_url')];
  const poll: Settings = {
    ...settings,
    ...(amount !== undefined && { amount }),
    ...(pending && { pending }),
    ...(typeof url === 'string' && { url }),
  };
  while (answer.status === 202) {
    const state = read(answer.data, ...polling.state);
    if (typeof state === 'string') onProgress?.(state);
    await setTimeout(interval, undefined, settings.signal && { signal: settings.signal });
    answer = await caller.call<T>(polling.operation, { params: { [polling.parameter]: id } }, poll);
  }
  // A job that ended without a receipt was not charged.
  pending?.release();
  return answer;
}
