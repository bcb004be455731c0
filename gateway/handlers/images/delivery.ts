import type { Call, Reply } from '#runtime/operation.ts';
import type { Tools } from '../../tools.ts';
import type { UpstreamImage } from '../../upstream/port.ts';
import { result } from './answers.ts';
import type { ImageJob, StoredImage } from './job.ts';
import { mirror } from './mirror.ts';

/**
 * Completes a job whose images are ready: copies them, settles, and answers with them.
 *
 * The images are kept before the funds move. A settlement that fails leaves the job as it is, so that the next
 * poll tries again, with the caller's new signature if the first one has expired.
 */
export async function complete(
  tools: Tools,
  call: Call,
  job: ImageJob,
  ready: readonly UpstreamImage[],
): Promise<Reply> {
  const images = await mirror(tools, ready);
  const reply = await deliver(tools, call, job, images);
  const data = { ...job.data, images };
  await tools.services.store.jobs.move(job.id, ['queued', 'in_progress'], 'completed', data);
  return reply;
}

/** Answers with the images of a job; settles its payment unless an earlier call has. */
export async function deliver(
  { services }: Tools,
  call: Call,
  job: ImageJob,
  images: readonly StoredImage[],
): Promise<Reply> {
  const usage = { model: job.data.ask.model };
  const receipt = await services.payments.settle(job.claim, call, usage);
  return { status: 200, body: result(job, images, receipt, call.origin), receipt };
}
