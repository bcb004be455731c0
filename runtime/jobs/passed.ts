/** Jobs of an API that has jobs of its own. Here they have ids of this gateway, and settle when they are ready. */

import type { Call, Reply } from '../operation/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { pause } from '../upstream/direct.ts';
import { UpstreamFailure } from '../upstream/failure.ts';
import { type PassThrough, refusalFor } from '../upstream/pass-through.ts';
import type { UpstreamCall } from '../upstream/provider.ts';
import { isObject } from '../values/json.ts';
import { Jobs } from './jobs.ts';
import type { JobMachine } from './step.ts';

/** An answer of the API: a JSON object. */
export type JobAnswer = Readonly<Record<string, unknown>>;

/** A job that was just started: the answer of its start, and that of a first poll. */
export interface BegunJob {
  readonly accepted: JobAnswer;
  readonly polled: JobAnswer;
}

/** Names of the fields that hold the id and the state of a job. */
export interface JobFields {
  readonly id: string;
  readonly state: string;
}

/** One kind of passed job. */
export interface PassedJobKind<State extends string> {
  readonly machine: JobMachine<State>;
  /** Fields of the answers that hold the id and the state. */
  readonly fields: JobFields;
  /** Ids of the errors that callers get where the API refuses to start a job, by its status. */
  readonly refused?: Readonly<Record<number, string>>;
  /** Waits until a job has ended, and returns the last answer of a poll. A rejection fails the job. */
  readonly end: (services: Services, begun: BegunJob) => Promise<JobAnswer>;
  /** Tells the API that a job was cancelled, after its payment was given up. */
  readonly stop?: (services: Services, begun: BegunJob) => Promise<unknown>;
}

/** Jobs of one kind, with the replies of their handlers. */
export class PassedJobs<State extends string = string> {
  readonly #jobs: Jobs<BegunJob, JobAnswer, State>;
  readonly #fields: JobFields;
  readonly #refused: Readonly<Record<number, string>>;
  readonly #stop: PassedJobKind<State>['stop'];

  constructor({ machine, fields, refused = {}, end, stop }: PassedJobKind<State>) {
    this.#stop = stop;
    this.#fields = fields;
    this.#refused = refused;
    this.#jobs = new Jobs({ machine, work: end });
  }

  /** Events that the control API delivers. */
  get events(): Jobs<BegunJob, JobAnswer, State>['events'] {
    return this.#jobs.events;
  }

  /** Replies to the call that started a job; nothing is charged before it is ready. */
  async create(services: Services, call: Call, status: number, begun: BegunJob): Promise<Reply<never>> {
    const { id, state } = await this.#jobs.start(services, call, begun).catch((error: unknown) => {
      throw refusalFor(error, this.#refused);
    });
    return { status, relayed: this.#shown(begun.accepted, id, state), charge: 'later' };
  }

  /** Replies to a poll; the first one that finds the job ready settles it. */
  async poll(services: Services, call: Call, wanted: string): Promise<Reply<never>> {
    const { id, state, request, result, receipt } = await this.#jobs.poll(services, call, wanted);
    const relayed = this.#shown(result ?? request.polled, id, state);
    return { status: 200, relayed, ...(receipt && { receipt }) };
  }

  /** Replies to a call that cancels a job. Nothing is charged, even if the API does not answer and goes on. */
  async cancel(services: Services, call: Call, wanted: string): Promise<Reply<never>> {
    const { id, state, request, result } = await this.#jobs.cancel(services, call, wanted);
    if (result === undefined)
      await this.#stop?.(services, request).catch((err: unknown) =>
        services.log.warn({ err, job: id }, 'the API goes on with a cancelled job'),
      );
    return { status: 200, relayed: this.#shown(result ?? request.polled, id, state) };
  }

  #shown(answer: JobAnswer, id: string, state: string): JobAnswer {
    const shown = { ...answer, [this.#fields.id]: id };
    // The API may not tell the state when it starts a job.
    return this.#fields.state in answer ? { ...shown, [this.#fields.state]: state } : shown;
  }
}

/** How the states of an API's job are read, and where it is polled. */
export interface PolledJob {
  readonly send: PassThrough;
  /** Segments of the path of a poll, without the id at its end. */
  readonly path: readonly string[];
  readonly fields: JobFields;
  readonly done: string;
}

/** Milliseconds between two polls of an API. */
const pollPause = 2_000;

/** A poll stands for no call of a buyer, and goes on when its buyer has gone. */
const noCall: UpstreamCall = { signal: new AbortController().signal, scripted: () => undefined };

/** Reads the reply to the call that started a job, and polls the job once. */
export async function begin(job: PolledJob, reply: Reply<never>): Promise<BegunJob> {
  const accepted = objectOf(reply);
  return { accepted, polled: await poll(job, String(accepted[job.fields.id])) };
}

/** Polls a job until it has ended; throws an `UpstreamFailure` unless it is done. */
export async function end(job: PolledJob, { accepted, polled }: BegunJob, open: readonly string[]): Promise<JobAnswer> {
  const { fields, done } = job;
  let answer = polled;
  while (open.includes(String(answer[fields.state]))) {
    await pause(pollPause, noCall.signal);
    // The answers of polls may have no id.
    answer = await poll(job, String(accepted[fields.id]));
  }
  if (answer[fields.state] === done) return answer;
  throw new UpstreamFailure('failed', `The job ended as ${String(answer[fields.state])}.`);
}

/** Cancels a job of the API by a call to its path, or to one below it. */
export function stop(
  { send, path, fields }: PolledJob,
  { accepted }: BegunJob,
  { method, below }: { readonly method: 'DELETE' | 'POST'; readonly below: readonly string[] },
): Promise<Reply<never>> {
  return send(noCall, { method, path: [...path, String(accepted[fields.id]), ...below] });
}

async function poll({ send, path }: PolledJob, id: string): Promise<JobAnswer> {
  return objectOf(await send(noCall, { method: 'GET', path: [...path, id] }));
}

function objectOf({ bytes }: Reply<never>): JobAnswer {
  const answer: unknown = JSON.parse(Buffer.from(bytes?.value ?? []).toString('utf8'));
  if (isObject(answer)) return answer;
  throw new UpstreamFailure('failed', 'The provider answered without an object.');
}
