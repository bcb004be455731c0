import type { Handlers } from '#generated/handlers.ts';
import { imageJob } from '#generated/machines/image-job.ts';
import type { Call } from '#runtime/operation.ts';
import { Problem } from '#runtime/problem.ts';
import { createId } from '#runtime/random.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { accepted, pollPath } from './answers.ts';
import { complete } from './delivery.ts';
import type { ImageJob } from './job.ts';
import { waitInline } from './progress.ts';

/**
 * Generates images: inline when they are ready within the window, else as a job to poll.
 *
 * The job is stored before the wait, so that a caller whose connection breaks finds it by sending the same payment
 * again.
 */
export function generateImage(tools: Tools): Handlers['generate-image'] {
  return async (call) => {
    const { services, upstream } = tools;
    const { host } = call;
    const { model, prompt, size, n: count } = call.request;
    const id = createId(services.random, 'img');
    const { claim, owner, amount } = orderOf(call);
    await services.payments.setReplay(claim, { job_id: id, poll_url: pollPath(host, id), recoverable: true });

    const ask = { model, prompt, size, count };
    const occasion = occasionOf(call, tools);
    const started = await asking(() => upstream.startImage(ask, occasion));
    const job: ImageJob = {
      id,
      machine: imageJob.id,
      state: imageJob.initial,
      owner,
      claim,
      createdAt: occasion.now,
      data: { ask, amount: String(amount), ticket: started.ticket },
    };
    await services.store.jobs.insert(job);

    const window = call.route.operation.inlineWindow ?? 0;
    const progress = await asking(() => waitInline(tools, started, occasion, window));
    switch (progress.state) {
      case 'finished':
        return complete(tools, call, job, progress.images).catch(async (error: unknown) => {
          // The answer gives the payment back, so the job must not hand out its images on a later poll.
          await fail(tools, job, 'The payment did not settle.');
          throw error;
        });
      case 'failed':
        await fail(tools, job, progress.reason);
        throw new Problem('upstream-failed', { error: 'Upstream error', details: progress.reason });
      default:
        return { status: 202, body: accepted(job, host), charge: 'later' };
    }
  };
}

async function fail({ services }: Tools, job: ImageJob, error: string): Promise<void> {
  await services.store.jobs.move(job.id, [job.state], 'failed', { ...job.data, error });
}

/** Who ordered, under which claim and for how much: on a paid call the pipeline has seen to all three. */
function orderOf({ payer, account, claim, quote }: Pick<Call, 'payer' | 'account' | 'claim' | 'quote'>) {
  const owner = payer ?? account;
  if (owner === undefined || claim === undefined || !quote) throw new Error('The call came without a payment.');
  return { owner, claim, amount: quote.amount };
}
