import { Problem } from '@tollwright/runtime/operation/problem';
import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import type { ImageRequest } from '../../upstream/port.ts';
import { accepted, pollPath } from '../jobs/answers.ts';
import { complete } from '../jobs/delivery.ts';
import type { OrderedJob, WaitingState } from '../jobs/job.ts';
import { orderOf } from '../jobs/order.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { type ImageJob, images } from './job.ts';
import { waitInline } from './progress.ts';

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
    const pollUrl = pollPath(call.host, 'poll-image', id);
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
