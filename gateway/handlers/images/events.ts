import { imageJob } from '#generated/machines/image-job.ts';
import type { Services } from '#runtime/services.ts';
import { deliver, readTicket, writeTicket } from '../../upstream/simulated/image.ts';
import { readImageJob } from './job.ts';

/** What the outside world can do to an image job: its provider starts, finishes or fails it. */
export const imageJobEvents = {
  started: (services: Services, id: string) => happen(services, id, 'started'),
  finished: (services: Services, id: string) => happen(services, id, 'finished'),
  failed: (services: Services, id: string) => happen(services, id, 'failed'),
};

async function happen({ store, clock }: Services, id: string, event: keyof typeof imageJobEvents): Promise<boolean> {
  const job = readImageJob(await store.jobs.find(id));
  if (!job) return false;
  const ticket = deliver(readTicket(job.data.ticket), event, clock.now());
  // A job that has ended stays as it is.
  if (!imageJob.states[job.state].final) {
    await store.jobs.move(id, [job.state], job.state, { ...job.data, ticket: writeTicket(ticket) });
  }
  return true;
}
