import type { ResponseBody } from '@tollwright/runtime/operation/define';
import { Problem } from '@tollwright/runtime/operation/problem';
import { createId } from '@tollwright/runtime/system/random';
import { z } from 'zod';
import type { Handlers } from '#generated/handlers.ts';
import { imageJob } from '#generated/machines/image-job.ts';
import type { ImageResult } from '#generated/types/responses.ts';
import type { UpstreamContext } from '../../upstream/context.ts';
import type { ImageRequest, JobProgress } from '../../upstream/port.ts';
import type { JobKind, OrderedJob, WaitingState } from '../jobs/job.ts';
import { urlOf } from '../jobs/mirror.ts';
import { complete } from '../jobs/poll.ts';
import { accepted, createdAt, pollPath } from '../jobs/responses.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import { type HandlerContext, orderOf } from '../shared/context.ts';

/**
 * Generates images: inline when they are ready within the window, else as a job to poll.
 *
 * The job is stored before the wait, so that a caller whose connection breaks finds it by sending the same payment
 * again.
 */
export function generateImage(context: HandlerContext): Handlers['generate-image'] {
  return async (call) => {
    const { services, upstream } = context;
    const { model, prompt, size, n: count } = call.request;
    const id = createId(services.random, 'img');
    const pollUrl = pollPath(call, 'poll-image', id);
    const { claim, owner, amount } = orderOf(call);
    await services.payments.setReplay(claim, { job_id: id, poll_url: pollUrl, recoverable: true });

    const request = { model, prompt, size, count };
    const upstreamContext = upstreamContextOf(call, context);
    const started = await upstream.startImage(request, upstreamContext);
    const job: WaitingJob = {
      id,
      machine: images.machine.id,
      state: 'queued',
      owner,
      claim,
      createdAt: upstreamContext.now,
      data: { ask: request, amount, ticket: started.ticket, pollUrl },
    };
    await services.store.jobs.insert(job, { holds: true });

    const window = call.route.operation.inlineWindow ?? 0;
    const progress = await waitInline(context, started, upstreamContext, window);
    switch (progress.state) {
      case 'finished':
        return complete(context, images, call, job, progress.files).catch(async (error: unknown) => {
          // The response releases the payment, so the job must not hand out its images on a later poll.
          await fail(context, job, 'The payment did not settle.');
          throw error;
        });
      case 'failed':
        await fail(context, job, progress.reason);
        throw new Problem('upstream-failed', { error: 'Upstream error', details: progress.reason });
      default:
        return { status: 202, body: envelope(job), charge: 'later' };
    }
  };
}

/** A job that has not ended. */
type WaitingJob = OrderedJob<ImageRequest, WaitingState>;

async function fail({ services }: HandlerContext, job: ImageJob, error: string): Promise<void> {
  await services.store.jobs.move(job.id, [job.state], 'failed', { ...job.data, error });
}

function envelope(job: WaitingJob) {
  const { size, count } = job.data.ask;
  return {
    ...accepted(images, job),
    size,
    n: count,
    poll_instructions:
      'Poll every 2 to 5 seconds with a payment header of the same wallet, or with the same API key. The first poll that finds the image ready settles.',
  };
}

/** Milliseconds between two checks of a job. */
const pauses = { longest: 1000, overdue: 250 };

/**
 * Waits for an image within the inline window, and returns its progress.
 *
 * A job that is expected to end after the window is not waited for.
 */
export async function waitInline(
  { upstream, services }: HandlerContext,
  started: { readonly ticket: string; readonly progress: JobProgress },
  upstreamContext: UpstreamContext,
  window: number,
): Promise<JobProgress> {
  const deadline = upstreamContext.now + window * 1000;
  let { progress } = started;
  while ((progress.state === 'queued' || progress.state === 'in_progress') && progress.expectedAt <= deadline) {
    const now = services.clock.now();
    if (now >= deadline) break;
    const left = progress.expectedAt - now;
    await pause(Math.min(left > 0 ? left : pauses.overdue, pauses.longest, deadline - now));
    progress = await upstream.checkJob(started.ticket, { ...upstreamContext, now: services.clock.now() });
  }
  return progress;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A job that generates images. */
type ImageJob = OrderedJob<ImageRequest>;

/** Jobs that generate images. */
export const images: JobKind<
  ImageRequest,
  ResponseBody<Omit<ImageResult, 'price' | 'payment'>>,
  'image.generation.job'
> = {
  machine: imageJob,
  object: 'image.generation.job',
  noun: 'image',
  ask: z.object({ model: z.string(), prompt: z.string(), size: z.string(), count: z.number() }),
  result: (job, files, baseUrl) => ({
    id: job.id,
    created: createdAt(job),
    data: files.map((file) => ({
      url: urlOf(file, baseUrl),
      source_url: file.sourceUrl,
      backed_up: file.backedUp,
      ...(file.revisedPrompt !== undefined && { revised_prompt: file.revisedPrompt }),
    })),
  }),
};
