import { setTimeout } from 'node:timers/promises';
import { read } from '../values.ts';
import type { Answer, Caller, Settings } from './caller.ts';
import { JobMistold, ReceiptMismatch } from './failures.ts';
import type { Parts } from './request.ts';

/** How a job is waited for. */
export interface Waiting extends Settings {
  /** Told the job's state after every answer that has one. */
  readonly onProgress?: (state: string) => void;
  /** Milliseconds between polls; 3000 when absent. */
  readonly interval?: number;
  /** Milliseconds after which a job that has not ended is given up; what its machine allows when absent. */
  readonly patience?: number;
}

/** How a job that an operation creates is polled. */
export interface Polling {
  /** Operation that polls. */
  readonly operation: string;
  /** The part of the poll that carries the job's id, and its name there. */
  readonly part: 'params' | 'query' | 'body';
  readonly name: string;
  /** Where answers tell the job's state and id, as keys. */
  readonly state: readonly string[];
  readonly id: readonly string[];
  /** States in which the job has ended. */
  readonly ends: readonly string[];
  /** States that may follow each state, itself included; absent where the documents do not say. */
  readonly follows?: Readonly<Record<string, readonly string[]>>;
  /** States in which nothing is charged. */
  readonly free: readonly string[];
  /** Milliseconds after which a job ends whatever happens. */
  readonly patience: number;
}

/** Calls an operation and, where it answers with a job, polls until the job has ended. */
export async function callAndWait<T>(
  caller: Caller,
  operation: string,
  parts: Parts,
  polling: Polling,
  waiting: Waiting = {},
): Promise<Answer<T>> {
  const amount = caller.quote(operation, parts)?.amount;
  const first = await caller.call<T>(operation, parts, waiting);
  const state = read(first.data, ...polling.state);
  const id = read(first.data, ...polling.id);
  const isJob = first.status === 202 || (typeof state === 'string' && !polling.ends.includes(state));
  if (!isJob) return first;
  if (typeof id !== 'string') throw new JobMistold('it has no id');

  const url = read(first.data, 'poll_url');
  const { pending } = first;
  const poll = {
    ...(amount !== undefined && { amount }),
    ...(pending && { pending }),
    ...(typeof url === 'string' && { url }),
  };
  const asked = { [polling.part]: { [polling.name]: id } };
  return follow(caller, polling, id, asked, { ...waiting, ...poll }, first);
}

/** Polls something that is under way until it has ended. */
export async function pollUntilEnded<T>(
  caller: Caller,
  parts: Parts,
  polling: Polling,
  waiting: Waiting = {},
): Promise<Answer<T>> {
  return follow(caller, polling, String(read(parts, polling.part, polling.name)), parts, waiting);
}

async function follow<T>(
  caller: Caller,
  polling: Polling,
  id: string,
  asked: Parts,
  waiting: Waiting,
  first?: Answer<T>,
): Promise<Answer<T>> {
  const { onProgress, interval = 3000, patience = polling.patience, ...settings } = waiting;
  const end = Date.now() + patience;
  let held = settings.pending;
  let answer = first;
  let state: string | undefined;
  while (true) {
    if (answer) {
      state = nextState(polling, id, answer, state);
      if (state !== undefined) onProgress?.(state);
      held = answer.pending ?? held;
      if (hasEnded(polling, answer, state)) break;
      if (Date.now() + interval > end) throw new JobMistold(`it has not ended within ${patience / 1000} seconds`);
      await setTimeout(interval, undefined, settings.signal && { signal: settings.signal });
    }
    const poll = { ...settings, ...(held && { pending: held }) };
    answer = await caller.call<T>(polling.operation, asked, poll);
  }
  return settled(polling, answer, state);
}

/** The state that an answer tells, if it is of this job and may follow the one before. */
function nextState({ id, state, follows }: Polling, own: string, { data }: Answer<unknown>, before?: string) {
  const told = read(data, ...id);
  if (told !== undefined && told !== own) throw new JobMistold(`${own} was asked for and the answer is of ${told}`);
  const next = read(data, ...state);
  if (typeof next !== 'string') return undefined;
  const allowed = before === undefined ? Object.keys(follows ?? {}) : follows?.[before];
  if (follows && !allowed?.includes(next)) {
    throw new JobMistold(`it cannot be "${next}"${before === undefined ? '' : ` after "${before}"`}`);
  }
  return next;
}

/** An answer that may come later (202) has not ended; one that has no state is the result. */
function hasEnded({ ends }: Polling, { status }: Answer<unknown>, state: string | undefined): boolean {
  const ended = state === undefined ? status !== 202 : ends.includes(state);
  if (ended && status === 202) throw new JobMistold(`it is "${state}" and yet not ready`);
  return ended;
}

/** What has ended without a charge gives the money back; what is charged has a receipt. */
function settled<T>({ free }: Polling, answer: Answer<T>, state: string | undefined): Answer<T> {
  const { pending, receipt, data } = answer;
  const isFree = state !== undefined && free.includes(state);
  if (isFree && receipt) throw new ReceiptMismatch('transaction', 'none', receipt.transaction, data);
  if (isFree) pending?.reservation.lapse(pending.until);
  else if (pending) {
    pending.reservation.spend();
    throw new ReceiptMismatch('header', 'a receipt', undefined, data);
  }
  return answer;
}
