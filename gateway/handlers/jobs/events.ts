import type { Services } from '@tollwright/runtime/pipeline/services';
import { deliver, type JobEvent, readTicket, writeTicket } from '../../upstream/simulated/job.ts';
import { type JobKind, type JobRequest, readJob } from './job.ts';

/** External events of jobs of a kind: their provider starts, finishes or fails them. */
export function jobEvents<Requested extends JobRequest>(kind: JobKind<Requested>) {
  const receiver = (event: JobEvent) => (services: Services, id: string) => happen(kind, services, id, event);
  return { started: receiver('started'), finished: receiver('finished'), failed: receiver('failed') };
}

async function happen<Requested extends JobRequest>(
  kind: JobKind<Requested>,
  { store, clock }: Services,
  id: string,
  event: JobEvent,
): Promise<boolean> {
  const job = readJob(kind, await store.jobs.find(id));
  if (!job) return false;
  const ticket = deliver(readTicket(job.data.ticket), event, clock.now());
  // A job that has ended stays as it is.
  if (!kind.machine.states[job.state].final) {
    await store.jobs.move(id, [job.state], job.state, { ...job.data, ticket: writeTicket(ticket) });
  }
  return true;
}
