import type { Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Transition } from '../contract/contract.ts';
import type { Job, Sighting } from './job.ts';
import { eventsRead, stimulusOf, upstreamOf, wayTo } from './stimulus.ts';

const racers = 20;
/** Seconds before a deadline at which nothing may have happened, and after it at which all has. */
const margin = 60;

/** Brings a job from its start into a state; answers what the poll there showed. */
export async function driveTo(run: Run, job: Job, state: string): Promise<Sighting> {
  const way = wayTo(job.machine, state);
  if (!way) throw new NotTestable(`No transition leads to ${state}.`);
  for (const transition of way) await cause(run, job, transition);
  return job.poll();
}

/** Does what a transition waits for; polls where the poll is what it waits for. */
export async function cause(run: Run, job: Job, transition: Transition): Promise<void> {
  const stimulus = stimulusOf(transition);
  const events = eventsRead(transition.if);
  for (const event of events) await job.event(event);
  if (transition.if && !run.evaluator.holds(transition.if, { upstream: upstreamOf(job.machine, new Set(events)) })) {
    throw new NotTestable(`Nothing that the suite can do makes ${transition.if.text}.`);
  }
  switch (stimulus.kind) {
    case 'upstream':
      return job.event(stimulus.event);
    case 'poll':
      await job.poll();
      return;
    case 'after':
      return job.advance(stimulus.seconds + margin);
    case 'unknown':
      throw new NotTestable(`Nothing that the suite can do is "${stimulus.on}".`);
  }
}

/**
 * Causes a transition of a job in a state the hard way: polls race, and a deadline is approached before it is passed.
 *
 * Answers what was seen shortly before a deadline; a job that has left the state by then is left alone.
 */
export async function causeHard(
  run: Run,
  job: Job,
  transition: Transition,
  from: string,
): Promise<Sighting | undefined> {
  const stimulus = stimulusOf(transition);
  if (stimulus.kind === 'after') {
    await job.advance(stimulus.seconds - margin);
    const early = await job.poll();
    if (early.state === from) await job.advance(2 * margin);
    return early;
  }
  if (stimulus.kind === 'poll') {
    for (const event of eventsRead(transition.if)) await job.event(event);
    await Promise.all(Array.from({ length: racers }, () => job.poll()));
    return undefined;
  }
  await cause(run, job, transition);
  return undefined;
}
