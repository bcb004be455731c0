import { read } from '../values/json.ts';
import type { Answer, Caller, Settings } from './caller.ts';
import { JobInconsistent, ReceiptMismatch } from './failures.ts';
import type { Parts } from './request.ts';
import { delay } from './retry.ts';

/** How to wait for a job. */
export interface WaitOptions extends Settings {
  /** Called with the job's state after every response that has one. */
  readonly onProgress?: (state: string) => void;
  /** Milliseconds between polls; 3000 when absent. */
  readonly interval?: number;
  /** Milliseconds after which polling stops; the limit of the job's machine when absent. */
  readonly patience?: number;
}

/** How to poll a job that an operation creates. */
export interface Polling {
  /** Operation that polls. */
  readonly operation: string;
  /** The part of the poll that carries the job's id, and its field there. */
  readonly part: 'params' | 'query' | 'body';
  readonly name: string;
  /** Paths to the job's state and id in responses, as lists of keys. */
  readonly state: readonly string[];
  readonly id: readonly string[];
  /** Last states of the job. */
  readonly ends: readonly string[];
  /** States that may follow each state, itself included; absent where the specification does not define them. */
  readonly follows?: Readonly<Record<string, readonly string[]>>;
  /** States in which nothing is charged. */
  readonly free: readonly string[];
  /** Milliseconds after which every job has ended. */
  readonly patience: number;
}

/** Calls an operation and, where the response is a job, polls until the job has ended. */
export async function callAndWait<T>(
  caller: Caller,
  operation: string,
  parts: Parts,
  polling: Polling,
  waiting: WaitOptions = {},
): Promise<Answer<T>> {
  const first = await caller.call<T>(operation, parts, waiting);
  const state = read(first.data, ...polling.state);
  const id = read(first.data, ...polling.id);
  const isJob = isAcceptance(first, state) || (typeof state === 'string' && !polling.ends.includes(state));
  if (!isJob) return first;
  if (typeof id !== 'string') throw new JobInconsistent('the job has no id');

  const url = read(first.data, 'poll_url');
  const { pending } = first;
  const poll = {
    ...(pending && { pending, amount: pending.amount }),
    ...(typeof url === 'string' && { url }),
  };
  const pollParts = { [polling.part]: { [polling.name]: id } };
  return follow(caller, polling, id, pollParts, { ...waiting, ...poll }, first);
}

/** Polls a resource until it has reached its last state. */
export async function pollUntilEnded<T>(
  caller: Caller,
  parts: Parts,
  polling: Polling,
  waiting: WaitOptions = {},
): Promise<Answer<T>> {
  return follow(caller, polling, String(read(parts, polling.part, polling.name)), parts, waiting);
}

async function follow<T>(
  caller: Caller,
  polling: Polling,
  id: string,
  parts: Parts,
  waiting: WaitOptions,
  first?: Answer<T>,
): Promise<Answer<T>> {
  const { onProgress, interval = 3000, patience = polling.patience, ...settings } = waiting;
  const end = performance.now() + patience;
  let held = settings.pending;
  let answer = first;
  let state: string | undefined;
  while (true) {
    if (answer) {
      state = nextState(polling, id, answer, state);
      if (state !== undefined) onProgress?.(state);
      held = answer.pending ?? held;
      if (hasEnded(polling, answer, state)) break;
      if (performance.now() + interval > end)
        throw new JobInconsistent(`the job has not ended within ${patience / 1000} seconds`);
      await delay(interval, settings.signal);
    }
    const poll = { ...settings, ...(held && { pending: held }) };
    answer = await caller.call<T>(polling.operation, parts, poll);
  }
  return settled(polling, answer, state);
}

/** The state in a response. Throws where the job is a different one, or the state may not follow the one before. */
function nextState({ id, state, follows }: Polling, own: string, { data }: Answer<unknown>, before?: string) {
  const received = read(data, ...id);
  if (received !== undefined && received !== own) {
    throw new JobInconsistent(`the response has the id ${received} instead of ${own}`);
  }
  const next = read(data, ...state);
  if (typeof next !== 'string') return undefined;
  const allowed = before === undefined ? Object.keys(follows ?? {}) : follows?.[before];
  if (follows && !allowed?.includes(next)) {
    throw new JobInconsistent(
      `the state "${next}" may not ${before === undefined ? 'come first' : `follow "${before}"`}`,
    );
  }
  return next;
}

/** True for a response that accepts a job and is not its result: one with status 202, or a 201 that tells no state. */
function isAcceptance({ status }: Answer<unknown>, state: unknown): boolean {
  return status === 202 || (status === 201 && state === undefined);
}

/** A response that accepts a job has not ended; any other without a state is the result. */
function hasEnded({ ends }: Polling, answer: Answer<unknown>, state: string | undefined): boolean {
  const ended = state === undefined ? !isAcceptance(answer, state) : ends.includes(state);
  if (ended && answer.status === 202) throw new JobInconsistent(`the state is "${state}" and the status is 202`);
  return ended;
}

/** Checks the receipt of a job that has ended: one without a charge has none, and any other has one. */
function settled<T>({ free }: Polling, answer: Answer<T>, state: string | undefined): Answer<T> {
  const { pending, receipt, data } = answer;
  const isFree = state !== undefined && free.includes(state);
  if (isFree && receipt) throw new ReceiptMismatch('transaction', 'none', receipt.transaction, data);
  if (pending && !isFree) {
    pending.reservation.spend();
    throw new ReceiptMismatch('header', 'a receipt', undefined, data);
  }
  return answer;
}
