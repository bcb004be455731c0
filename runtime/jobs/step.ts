import type { Machine } from '../operation/machine.ts';
import type { Job } from '../store/jobs.ts';
import type { Progress } from './record.ts';

/** The machine of a job. Its guards may read whether the upstream has finished. */
export type JobMachine<State extends string = string> = Machine<
  State,
  string,
  string,
  { readonly upstream: { readonly finished: boolean } }
>;

/** The state of a job after the events so far, with the effects on its payment. */
export interface JobStep {
  readonly state: string;
  readonly settles: boolean;
  readonly releases: boolean;
}

/** Applies the progress of a job's work to its machine. */
export function stepJob(
  machine: JobMachine,
  { state: from, createdAt }: Job,
  progress: Progress,
  now: number,
): JobStep {
  if (progress.state === 'queued') return { state: from, settles: false, releases: false };
  const facts = { upstream: { finished: progress.state === 'finished' } };
  let state = from;
  const effects: string[] = [];
  const happen = (event: string | undefined) => {
    const step = event === undefined ? undefined : machine.step(state, event, facts);
    if (!step?.ok) return;
    state = step.state;
    effects.push(...step.effects);
  };
  if (progress.state === 'failed') {
    happen('upstream.failed');
  } else {
    happen('upstream.started');
    // A job is only checked when it is polled, so the duration of the work shows whether it stalled.
    const ended = progress.state === 'finished' ? progress.at : now;
    happen(machine.due(state, (ended - createdAt) / 1000));
    if (facts.upstream.finished) happen('upstream.finished');
    happen('poll');
  }
  return { state, settles: effects.includes('settle-once'), releases: effects.includes('release') };
}
