import { formatUsd } from '#runtime/money.ts';
import type { HostDefinition } from '#runtime/operation.ts';
import type { Settled } from '#runtime/payment/payments.ts';
import type { ImageJob, StoredImage } from './job.ts';
import { urlOf } from './mirror.ts';

const object = 'image.generation.job';

/** Path under which a job is polled. */
export function pollPath(host: HostDefinition, id: string): string {
  const route = host.routes.find(({ operation }) => operation.id === 'poll-image');
  return (route?.path ?? '').replace('{id}', id);
}

/** What a job costs, as its answers tell it. */
export function priceOf({ data }: ImageJob) {
  return { amount: formatUsd(BigInt(data.amount)), currency: 'USD' };
}

/** The envelope of a job that was accepted. */
export function accepted(job: ImageJob, host: HostDefinition) {
  const { model, size, count } = job.data.ask;
  return {
    id: job.id,
    object,
    status: job.state,
    model,
    size,
    n: count,
    price: priceOf(job),
    payment_status: 'verified',
    created: created(job),
    poll_url: pollPath(host, job.id),
    poll_instructions:
      'Poll every 2 to 5 seconds with a payment header of the same wallet, or with the same API key. The first poll that finds the image ready settles.',
  };
}

/** What a poll of a job under way answers. */
export function running(job: ImageJob) {
  return {
    id: job.id,
    object,
    status: job.state,
    model: job.data.ask.model,
    payment_status: 'verified',
    note: 'The image is not ready yet. Nothing has been charged; poll again in a few seconds.',
  };
}

/** What a poll of a failed job answers. */
export function failed(job: ImageJob) {
  return {
    id: job.id,
    object,
    status: job.state,
    model: job.data.ask.model,
    error: job.data.error ?? 'The image could not be made.',
    payment_status: 'not_charged',
    note: 'The payment was never settled. Send the request again to try once more.',
  };
}

/** The images of a finished job; `origin` is where the caller reached the gateway. */
export function result(job: ImageJob, images: readonly StoredImage[], receipt: Settled, origin: string) {
  return {
    id: job.id,
    created: created(job),
    data: images.map((image) => ({
      url: urlOf(image, origin),
      source_url: image.sourceUrl,
      backed_up: image.backedUp,
      ...(image.revisedPrompt !== undefined && { revised_prompt: image.revisedPrompt }),
    })),
    price: priceOf(job),
    payment: {
      status: receipt.first ? 'settled' : 'already_settled',
      tx_hash: receipt.txHash,
      network: receipt.network,
    },
  };
}

function created({ createdAt }: ImageJob): number {
  return Math.floor(createdAt / 1000);
}
