import { formatUsd } from '@tollwright/runtime/money/usd';
import type { Call } from '@tollwright/runtime/operation/handler';
import type { JobKind, JobName, JobRequest, OrderedJob, WaitingState } from './job.ts';

/** Path under which an operation polls a job. */
export function pollPath({ host, baseUrl }: Pick<Call, 'host' | 'baseUrl'>, operation: string, id: string): string {
  const route = host.routes.find((each) => each.operation.id === operation);
  // A proxy that strips a prefix expects it in front of every path.
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  return `${prefix}${(route?.path ?? '').replace('{id}', id)}`;
}

/** The price of a job, as in its responses. */
export function priceOf({ data }: { readonly data: { readonly amount: string } }) {
  return { amount: formatUsd(BigInt(data.amount)), currency: 'USD' };
}

/** Unix seconds at which a job was created. */
export function createdAt({ createdAt }: { readonly createdAt: number }): number {
  return Math.floor(createdAt / 1000);
}

/** The part of the envelope that jobs of every kind have. */
export function accepted<Requested extends JobRequest, Name extends JobName>(
  { object }: JobKind<Requested, object, Name>,
  job: OrderedJob<Requested, WaitingState>,
) {
  return {
    id: job.id,
    object,
    status: job.state,
    model: job.data.ask.model,
    price: priceOf(job),
    payment_status: 'verified' as const,
    created: createdAt(job),
    poll_url: job.data.pollUrl,
  };
}

/** The response to a poll of an unfinished job. */
export function running<Requested extends JobRequest>(
  { object, noun }: JobKind<Requested>,
  job: OrderedJob<Requested>,
  status: WaitingState,
) {
  return {
    id: job.id,
    object,
    status,
    model: job.data.ask.model,
    payment_status: 'verified' as const,
    note: `The ${noun} is not ready yet. Nothing has been charged; poll again in a few seconds.`,
  };
}

/** The response to a poll of a failed job. */
export function failed<Requested extends JobRequest>({ object, noun }: JobKind<Requested>, job: OrderedJob<Requested>) {
  return {
    id: job.id,
    object,
    status: 'failed' as const,
    model: job.data.ask.model,
    error: job.data.error ?? `The ${noun} could not be generated.`,
    payment_status: 'not_charged' as const,
    note: 'The payment was not settled. Send the request again to retry.',
  };
}
