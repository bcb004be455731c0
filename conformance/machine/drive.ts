import type { Run } from '../check/run.ts';
import type { Transition } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import type { Job, Observation } from './job.ts';
import { eventsRead, triggerOf, upstreamOf, wayTo } from './trigger.ts';

const racers = 20;
/** Seconds before a deadline at which it must not have passed, and after it at which it must have. */
const marginSeconds = 60;

/** Brings a job from its start into a state; returns the poll there. */
export async function driveTo(run: Run, job: Job, state: string): Promise<Observation> {
  const way = wayTo(job.machine, state);
  if (!way) throw new NotTestable('open', `No transition leads to ${state}.`);
  for (const transition of way) await cause(run, job, transition);
  return job.poll();
}

/** Triggers a transition: by an event, a poll, a cancellation, or a time. */
export async function cause(run: Run, job: Job, transition: Transition): Promise<void> {
  const trigger = triggerOf(transition);
  const events = eventsRead(transition.if);
  for (const event of events) await job.event(event);
  if (transition.if && !run.evaluator.holds(transition.if, { upstream: upstreamOf(job.machine, new Set(events)) })) {
    throw new NotTestable('suite', `The suite cannot make the condition ${transition.if.text} true.`);
  }
  switch (trigger.kind) {
    case 'upstream':
      return job.event(trigger.event);
    case 'poll':
      await job.poll();
      return;
    case 'cancel':
      await job.cancel();
      return;
    case 'after':
      return job.advance(trigger.seconds + marginSeconds);
    case 'unknown':
      throw new NotTestable('suite', `The suite cannot cause "${trigger.on}".`);
  }
}

/**
 * Causes a transition of a job under hard conditions: concurrent polls, and a poll right before a deadline.
 *
 * Returns the poll before the deadline; a job that has left the state by then is not changed further.
 */
export async function causeHard(
  run: Run,
  job: Job,
  transition: Transition,
  from: string,
): Promise<Observation | undefined> {
  const trigger = triggerOf(transition);
  if (trigger.kind === 'after') {
    await job.advance(trigger.seconds - marginSeconds);
    const early = await job.poll();
    if (early.state === from) await job.advance(2 * marginSeconds);
    return early;
  }
  if (trigger.kind === 'poll') {
    for (const event of eventsRead(transition.if)) await job.event(event);
    await Promise.all(Array.from({ length: racers }, () => job.poll()));
    return undefined;
  }
  await cause(run, job, transition);
  return undefined;
}
