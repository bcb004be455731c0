import { setTimeout } from 'node:timers/promises';
import type { Call, Reply, StreamEvent } from '@tollwright/runtime/operation/handler';
import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Job } from '@tollwright/runtime/store/jobs';
import { z } from 'zod';
import {
  type BackgroundResponseEvent,
  type BackgroundResponseState,
  backgroundResponse,
} from '#generated/machines/background-response.ts';
import type { UpstreamContext } from '../../upstream/context.ts';
import type { ChatPiece, ChatProgress, ChatRequest } from '../../upstream/port.ts';
import { deliver, readTicket, writeTicket } from '../../upstream/simulated/job.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { eventsOf } from './formats/complete.ts';
import { NativeResponse, type ResponseTerms } from './formats/native-response.ts';

/** The order of a background response. */
interface Order {
  readonly id: string;
  readonly request: ChatRequest;
  readonly terms: ResponseTerms;
  /** True when the caller attaches to it at once. */
  readonly stream: boolean;
}

/** Starts a response at the upstream, settles its payment and responds with its status. */
export async function startBackground(
  context: HandlerContext,
  call: Call,
  { id, request, terms, stream }: Order,
): Promise<Reply<object>> {
  const { services, upstream } = context;
  const { payer: owner, claim } = call;
  if (owner === undefined || claim === undefined) throw new Error('The call came without a payment.');
  const upstreamContext = upstreamContextOf(call, context);
  const ticket = await upstream.startChat(request, upstreamContext);
  const state = backgroundResponse.initial;
  const machine = backgroundResponse.id;
  const data = { ask: { ...request, messages: [...request.messages] }, terms: { ...terms }, ticket };
  const job: BackgroundJob = { id, machine, state, owner, claim, createdAt: upstreamContext.now, data };
  await services.store.jobs.insert(job);

  try {
    const receipt = await services.payments.settle(claim, call);
    if (stream) return { status: 200, stream: attach(context, job, upstreamContext), receipt };
    return { status: 200, body: responseOf(job).bare(state), receipt };
  } catch (error) {
    // It is not paid for, so it must not be fetched.
    await services.store.jobs.move(id, [state], 'cancelled');
    throw error;
  }
}

/** Milliseconds between two checks of a response with an open stream. */
const pause = 100;

/** The events of a background response from its first to its last, waiting for those to come. */
export async function* attach(
  context: HandlerContext,
  job: BackgroundJob,
  upstreamContext: UpstreamContext,
): AsyncGenerator<StreamEvent, void, undefined> {
  const response = responseOf(job);
  const { job: ended, pieces } = await end(context, job, upstreamContext);
  if (pieces) yield* eventsOf(response, each(pieces));
  else {
    yield* response.opening().slice(0, 1);
    yield response.ending(ended.state === 'failed' ? 'failed' : 'cancelled', ended.data.error);
  }
}

/** Waits for the end of a response, or for the caller to disconnect. */
async function end(
  context: HandlerContext,
  job: BackgroundJob,
  upstreamContext: UpstreamContext,
): Promise<ResponseStep> {
  let now = await advance(context, job, upstreamContext);
  while ((now.job.state === 'queued' || now.job.state === 'in_progress') && !upstreamContext.signal.aborted) {
    await setTimeout(pause);
    const { services } = context;
    const stored = readBackground(await services.store.jobs.find(job.id)) ?? now.job;
    now = await advance(context, stored, { ...upstreamContext, now: services.clock.now() });
  }
  return now;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

/** A background response in its current state; `pieces` are present once it has completed. */
interface ResponseStep {
  readonly job: BackgroundJob;
  readonly pieces?: readonly ChatPiece[];
}

/** Checks a response at the upstream and moves it to its next state by its machine. */
export async function advance(
  context: HandlerContext,
  job: BackgroundJob,
  upstreamContext: UpstreamContext,
): Promise<ResponseStep> {
  if (job.state === 'failed' || job.state === 'cancelled') return { job };
  const progress = await context.upstream.checkChat(job.data.ticket, upstreamContext);
  const error = progress.state === 'failed' ? progress.reason : undefined;
  const moved = await happen(context, job, happenings(progress), error);
  return { job: moved, ...(progress.state === 'finished' && { pieces: progress.pieces }) };
}

/** Applies events to a response; those that its machine does not expect change nothing. */
export async function happen(
  { services }: HandlerContext,
  job: BackgroundJob,
  events: readonly BackgroundResponseEvent[],
  error?: string,
): Promise<BackgroundJob> {
  let { state } = job;
  let releases = false;
  for (const event of events) {
    const step = backgroundResponse.step(state, event, {});
    if (!step.ok) continue;
    state = step.state;
    releases ||= step.effects.includes('release');
  }
  if (state === job.state) return job;
  const data = { ...job.data, ...(error !== undefined && { error }) };
  // First the payment, if it has not settled. If it has, the same request is owed its answer.
  if (releases) await services.payments.release(job.claim);
  await services.store.jobs.move(job.id, [job.state], state, data);
  return { ...job, state, data };
}

function happenings({ state }: ChatProgress): readonly BackgroundResponseEvent[] {
  if (state === 'queued') return [];
  if (state === 'failed') return ['upstream.failed'];
  return state === 'finished' ? ['upstream.started', 'upstream.finished'] : ['upstream.started'];
}

const data = z.object({
  ask: z.object({
    model: z.string(),
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    maxTokens: z.number(),
  }),
  terms: z.looseObject({
    model: z.string(),
    max_output_tokens: z.number(),
    store: z.boolean(),
    background: z.boolean(),
  }),
  /** Reference by which the upstream finds the response again. */
  ticket: z.string(),
  error: z.string().optional(),
});

/** A background response with its data parsed. */
interface BackgroundJob extends Job {
  readonly state: BackgroundResponseState;
  readonly claim: string;
  readonly data: z.infer<typeof data>;
}

/** Reads a stored job; undefined when it is no background response. */
export function readBackground(job: Job | undefined): BackgroundJob | undefined {
  if (job?.machine !== backgroundResponse.id || job.claim === undefined || !isState(job.state)) return undefined;
  return { ...job, state: job.state, claim: job.claim, data: data.parse(job.data) };
}

function isState(state: string): state is BackgroundResponseState {
  return Object.hasOwn(backgroundResponse.states, state);
}

/** The response of a job in the format of its API. */
export function responseOf({ id, createdAt, data: { terms } }: BackgroundJob): NativeResponse {
  return new NativeResponse(id, Math.floor(createdAt / 1000), terms);
}

/** External events of a background response: its provider finishes or fails it. */
export const backgroundEvents = {
  finished: (services: Services, id: string) => apply(services, id, 'finished'),
  failed: (services: Services, id: string) => apply(services, id, 'failed'),
};

async function apply({ store, clock }: Services, id: string, event: 'finished' | 'failed'): Promise<boolean> {
  const job = readBackground(await store.jobs.find(id));
  if (!job) return false;
  // A response that has ended stays as it is.
  if (!backgroundResponse.states[job.state].final) {
    const ticket = writeTicket(deliver(readTicket(job.data.ticket), event, clock.now()));
    await store.jobs.move(id, [job.state], job.state, { ...job.data, ticket });
  }
  return true;
}
