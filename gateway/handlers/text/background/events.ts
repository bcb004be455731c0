import type { Services } from '@tollwright/runtime/pipeline/services';
import { backgroundResponse } from '#generated/machines/background-response.ts';
import { deliver, readTicket, writeTicket } from '../../../upstream/simulated/job.ts';
import { readBackground } from './job.ts';

/** External events of a background response: its provider finishes or fails it. */
export const backgroundEvents = {
  finished: (services: Services, id: string) => apply(services, id, 'finished'),
  failed: (services: Services, id: string) => apply(services, id, 'failed'),
};

async function apply({ store, clock }: Services, id: string, event: 'finished' | 'failed'): Promise<boolean> {
  const job = readBackground(await store.jobs.find(id));
  if (!job) return false;
  // A response that has ended stays as it is.
  if (!backgroundResponse.states[job.state].final) {
    const ticket = writeTicket(deliver(readTicket(job.data.ticket), event, clock.now()));
    await store.jobs.move(id, [job.state], job.state, { ...job.data, ticket });
  }
  return true;
}
