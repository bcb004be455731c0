import type { UpstreamContext } from '../../upstream/context.ts';
import type { UpstreamFile } from '../../upstream/file.ts';
import type { JobProgress } from '../../upstream/port.ts';
import type { HandlerContext } from '../shared/context.ts';
import type { JobKind, JobMachine, JobRequest, OrderedJob } from './job.ts';

/** A job in its current state; `ready` has its files while their payment has not settled. */
export interface Advanced<Requested extends JobRequest> {
  readonly job: OrderedJob<Requested>;
  readonly ready?: readonly UpstreamFile[];
}

/** Checks a job at the upstream and moves it to its next state by its machine. */
export async function advance<Requested extends JobRequest>(
  context: HandlerContext,
  { machine, noun }: JobKind<Requested>,
  job: OrderedJob<Requested>,
  upstreamContext: UpstreamContext,
): Promise<Advanced<Requested>> {
  if (machine.states[job.state].final) return { job };
  const progress = await context.upstream.checkJob(job.data.ticket, upstreamContext);
  const facts = { upstream: { finished: progress.state === 'finished' } };
  let { state } = job;
  let settles = false;
  let releases = false;
  for (const event of eventsOf(machine, job.createdAt, progress, upstreamContext.now)) {
    const step = machine.step(state, event, facts);
    if (!step.ok) continue;
    state = step.state;
    settles ||= step.effects.includes('settle-once');
    releases ||= step.effects.includes('release');
  }

  // The poll settles, and the job completes with the settlement.
  if (settles && progress.state === 'finished') return { job, ready: progress.files };
  if (state === job.state) return { job };
  const error = progress.state === 'failed' ? progress.reason : `The ${noun} did not finish in time.`;
  const moved = { ...job, state, data: { ...job.data, ...(releases && { error }) } };
  await context.services.store.jobs.move(job.id, [job.state], state, moved.data);
  if (releases) await context.services.payments.release(job.claim);
  return { job: moved };
}

/** The events of a job since it was created, in the order of its machine. */
function eventsOf(machine: JobMachine, createdAt: number, progress: JobProgress, now: number): readonly string[] {
  if (progress.state === 'failed') return ['upstream.failed'];
  if (progress.state === 'queued') return [];
  // A job is only checked when it is polled, so that a stall is found by how long the job took.
  const ended = progress.state === 'finished' ? progress.at : now;
  const stalled = machine.due('in_progress', (ended - createdAt) / 1000);
  return ['upstream.started', stalled ?? 'poll'];
}
