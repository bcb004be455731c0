import type { Returned } from '@tollwright/runtime/operation/define';
import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import type { JobPayment, Price } from '#generated/types.ts';
import type { UpstreamFile } from '../../upstream/file.ts';
import type { HandlerContext } from '../shared/context.ts';
import { priceOf } from './answers.ts';
import type { JobKind, JobRequest, OrderedJob, StoredFile } from './job.ts';
import { mirror } from './mirror.ts';

/** A reply with a result, its price and its payment. */
type Delivery<Result> = Reply<Result & { readonly price: Returned<Price>; readonly payment: Returned<JobPayment> }>;

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
export async function deliver<Requested extends JobRequest, Result extends object>(
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
    network: receipt.network,
  };
  const body = { ...kind.result(job, files, call.origin), price: priceOf(job), payment };
  return { status: 200, body, receipt };
}
