import type { ResponseBody } from '@tollwright/runtime/operation/define';
import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { PaymentRequired } from '@tollwright/runtime/x402/challenge';
import type { JobPayment, Price } from '#generated/types/responses.ts';
import type { UpstreamContext, UpstreamFile } from '../../upstream/context.ts';
import type { JobProgress } from '../../upstream/port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import {
  type JobKind,
  type JobMachine,
  type JobRequest,
  type OrderedJob,
  readJob,
  type StoredFile,
  type WaitingState,
} from './job.ts';
import { mirror } from './mirror.ts';
import { failed, priceOf, running } from './responses.ts';

/** The parts of a call that a poll reads. */
type PollCall = Call<unknown, unknown, { readonly id: string }>;

/**
 * Fetches a job for the wallet or account that ordered it.
 *
 * `check` throws for a poll that is invalid for every caller.
 */
export async function poll<Requested extends JobRequest, Result extends object>(
  context: HandlerContext,
  kind: JobKind<Requested, Result>,
  call: PollCall,
  check: (job: OrderedJob<Requested>) => Promise<void> | void = () => undefined,
) {
  const found = readJob(kind, await context.services.store.jobs.find(call.params.id));
  if (!found) throw new Problem('job-not-found');
  await check(found);
  const caller = call.payer ?? call.account;
  if (caller === undefined) {
    const quote = { amount: BigInt(found.data.amount), breakdown: {} };
    throw new PaymentRequired(quote, { job_id: found.id, model: found.data.ask.model, price: priceOf(found) });
  }
  // An account learns nothing about the jobs of other accounts; a wallet learns that it is not the payer.
  if (caller !== found.owner) throw new Problem(call.account ? 'job-not-found' : 'payer-mismatch');

  const { job, ready } = await advance(context, kind, found, upstreamContextOf(call, context));
  if (ready) return complete(context, kind, call, job, ready);
  if (job.state === 'failed') return { status: 200, body: failed(kind, job) };
  if (job.data.files) return deliver(context, kind, call, job, job.data.files);
  // Only a settlement completes a job, and its files are kept before.
  return { status: 202, body: running(kind, job, job.state as WaitingState) };
}

/** A job in its current state; `ready` has its files while their payment has not settled. */
interface JobStep<Requested extends JobRequest> {
  readonly job: OrderedJob<Requested>;
  readonly ready?: readonly UpstreamFile[];
}

/** Checks a job at the upstream and moves it to its next state by its machine. */
async function advance<Requested extends JobRequest>(
  context: HandlerContext,
  { machine, noun }: JobKind<Requested>,
  job: OrderedJob<Requested>,
  upstreamContext: UpstreamContext,
): Promise<JobStep<Requested>> {
  if (machine.states[job.state].final) return { job };
  const progress = await context.upstream.checkJob(job.data.ticket, upstreamContext);
  const facts = { upstream: { finished: progress.state === 'finished' } };
  let { state } = job;
  let settles = false;
  let releases = false;
  for (const event of eventsOf(machine, job.createdAt, progress, upstreamContext.now)) {
    const step = machine.step(state, event, facts);
    if (!step.ok) continue;
    state = step.state;
    settles ||= step.effects.includes('settle-once');
    releases ||= step.effects.includes('release');
  }

  // The poll settles, and the job completes with the settlement.
  if (settles && progress.state === 'finished') return { job, ready: progress.files };
  if (state === job.state) return { job };
  const error = progress.state === 'failed' ? progress.reason : `The ${noun} did not finish in time.`;
  const moved = { ...job, state, data: { ...job.data, ...(releases && { error }) } };
  // First the payment: after a crash between the two, the next poll does both.
  if (releases) await context.services.payments.release(job.claim);
  await context.services.store.jobs.move(job.id, [job.state], state, moved.data);
  return { job: moved };
}

/** The events of a job since it was created, in the order of its machine. */
function eventsOf(machine: JobMachine, createdAt: number, progress: JobProgress, now: number): readonly string[] {
  if (progress.state === 'failed') return ['upstream.failed'];
  if (progress.state === 'queued') return [];
  // A job is only checked when it is polled, so that a stall is found by how long the job took.
  const ended = progress.state === 'finished' ? progress.at : now;
  const stalled = machine.due('in_progress', (ended - createdAt) / 1000);
  return ['upstream.started', stalled ?? 'poll'];
}

/** A reply with a result, its price and its payment. */
type Delivery<Result> = Reply<
  Result & { readonly price: ResponseBody<Price>; readonly payment: ResponseBody<JobPayment> }
>;

/**
 * Completes a job whose files are ready: copies them, settles, and responds with them.
 *
 * The files are kept before the funds move. A settlement that fails leaves the job as it is, so that the next
 * poll tries again, with the caller's new signature if the first one has expired.
 */
export async function complete<Requested extends JobRequest, Result extends object>(
  context: HandlerContext,
  kind: JobKind<Requested, Result>,
  call: Call,
  job: OrderedJob<Requested>,
  ready: readonly UpstreamFile[],
): Promise<Delivery<Result>> {
  const files = await mirror(context, ready);
  const reply = await deliver(context, kind, call, job, files);
  await context.services.store.jobs.move(job.id, ['queued', 'in_progress'], 'completed', { ...job.data, files });
  return reply;
}

/** Responds with the files of a job; settles its payment unless an earlier call has. */
async function deliver<Requested extends JobRequest, Result extends object>(
  { services }: HandlerContext,
  kind: JobKind<Requested, Result>,
  call: Call,
  job: OrderedJob<Requested>,
  files: readonly StoredFile[],
): Promise<Delivery<Result>> {
  const receipt = await services.payments.settle(job.claim, call, { model: job.data.ask.model });
  const payment = {
    status: receipt.first ? ('settled' as const) : ('already_settled' as const),
    tx_hash: receipt.txHash,
    network: receipt.network || call.host.id,
  };
  const body = { ...kind.result(job, files, call.baseUrl), price: priceOf(job), payment };
  return { status: 200, body, receipt };
}
