import type { Handlers } from '#generated/handlers.ts';
import { PaymentRequired } from '#runtime/payment/payment-required.ts';
import { Problem } from '#runtime/problem.ts';
import type { Tools } from '../../tools.ts';
import { occasionOf } from '../asking.ts';
import { advance } from './advance.ts';
import { failed, priceOf, running } from './answers.ts';
import { complete, deliver } from './delivery.ts';
import { readImageJob } from './job.ts';

/** Fetches an image job for the wallet or account that ordered it. */
export function pollImage(tools: Tools): Handlers['poll-image'] {
  return async (call) => {
    const found = readImageJob(await tools.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('job-not-found');
    const caller = call.payer ?? call.account;
    if (caller === undefined) {
      const quote = { amount: BigInt(found.data.amount), breakdown: {} };
      throw new PaymentRequired(quote, { job_id: found.id, model: found.data.ask.model, price: priceOf(found) });
    }
    // An account learns nothing about the jobs of another; a wallet is told that it signed with the wrong key.
    if (caller !== found.owner) throw new Problem(call.account ? 'job-not-found' : 'payer-mismatch');

    const { job, ready } = await advance(tools, found, occasionOf(call, tools));
    if (ready) return complete(tools, call, job, ready);
    if (job.state === 'failed') return { status: 200, body: failed(job) };
    if (job.data.images) return deliver(tools, call, job, job.data.images);
    return { status: 202, body: running(job) };
  };
}
