import type { HandlerContext } from '../../handler-context.ts';
import type { UpstreamContext } from '../../upstream/context.ts';
import type { UpstreamFile } from '../../upstream/file.ts';
import type { JobProgress } from '../../upstream/port.ts';
import { callUpstream } from '../call-upstream.ts';
import type { JobKind, JobMachine, JobRequest, OrderedJob } from './job.ts';

/** A job as it stands now; `ready` holds its files when they wait for their payment to settle. */
export interface Advanced<Requested extends JobRequest> {
  readonly job: OrderedJob<Requested>;
  readonly ready?: readonly UpstreamFile[];
}

/** Asks the upstream how far a job is and moves it on by the rules of its machine. */
export async function advance<Requested extends JobRequest>(
  context: HandlerContext,
  { machine, noun }: JobKind<Requested>,
  job: OrderedJob<Requested>,
  upstreamContext: UpstreamContext,
): Promise<Advanced<Requested>> {
  if (machine.states[job.state].final) return { job };
  const progress = await callUpstream(() => context.upstream.checkJob(job.data.ticket, upstreamContext));
  const facts = { upstream: { finished: progress.state === 'finished' } };
  let { state } = job;
  let settles = false;
  let releases = false;
  for (const event of happenings(machine, job.createdAt, progress, upstreamContext.now)) {
    const step = machine.step(state, event, facts);
    if (!step.ok) continue;
    state = step.state;
    settles ||= step.effects.includes('settle-once');
    releases ||= step.effects.includes('release');
  }

  // Settling is for the call that polls; the job completes with it.
  if (settles && progress.state === 'finished') return { job, ready: progress.files };
  if (state === job.state) return { job };
  const error = progress.state === 'failed' ? progress.reason : `The ${noun} did not finish in time.`;
  const moved = { ...job, state, data: { ...job.data, ...(releases && { error }) } };
  await context.services.store.jobs.move(job.id, [job.state], state, moved.data);
  if (releases) await context.services.payments.release(job.claim);
  return { job: moved };
}

/** What happened to a job since it was ordered, in the words and the order of its machine. */
function happenings(machine: JobMachine, createdAt: number, progress: JobProgress, now: number): readonly string[] {
  if (progress.state === 'failed') return ['upstream.failed'];
  if (progress.state === 'queued') return [];
  // Nobody watches a job that is not polled, so its stall is told by how long it took in the end.
  const ended = progress.state === 'finished' ? progress.at : now;
  const stalled = machine.due('in_progress', (ended - createdAt) / 1000);
  return ['upstream.started', stalled ?? 'poll'];
}
