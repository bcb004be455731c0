import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { PaymentRequired } from '@tollwright/runtime/x402/payment-required';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { advance } from './advance.ts';
import { failed, priceOf, running } from './answers.ts';
import { complete, deliver } from './delivery.ts';
import { type JobKind, type JobRequest, type OrderedJob, readJob, type WaitingState } from './job.ts';

/** The parts of a call that a poll reads. */
export type PollCall = Call<unknown, unknown, { readonly id: string }>;

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
