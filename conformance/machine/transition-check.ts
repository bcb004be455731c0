import type { Outcome, Run } from '../check/check.ts';
import type { Exchange } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Machine, Transition } from '../contract/contract.ts';
import { causeHard, driveTo } from './drive.ts';
import { type Job, type Sighting, startJob } from './job.ts';
import { stimulusOf, wayTo } from './stimulus.ts';

/** Brings a job to where a transition starts, causes it, and looks at its state and at what settled, twice. */
export async function checkTransition(run: Run, machine: Machine, transition: Transition): Promise<Outcome> {
  const job = await startJob(run, machine);
  const [from = machine.initial] = transition.from;
  const before = await driveTo(run, job, from);
  if (before.state === transition.to && transition.on === 'poll' && transition.if) {
    return differs(`The job became ${transition.to} without ${transition.if.text}.`, from, before);
  }
  if (before.state !== from) return astray(machine, from, before);

  const early = await causeHard(run, job, transition, from);
  if (early && early.state !== from) {
    return differs(`The job left ${from} before ${transition.on}.`, from, early);
  }
  let sighting = before;
  for (const when of ['', ' any more when it was asked again']) {
    sighting = await job.poll();
    if (sighting.state === transition.to) continue;
    return differs(
      `On ${transition.on} a job that is ${from} is not ${transition.to}${when}.`,
      transition.to,
      sighting,
    );
  }
  return (await settlementMismatch(job, machine, transition, sighting)) ?? { verdict: 'pass' };
}

/** What settled must be what the effects on the way say: one transfer for each `settle-once`, else none. */
async function settlementMismatch(
  job: Job,
  machine: Machine,
  transition: Transition,
  { exchange }: Sighting,
): Promise<Outcome | undefined> {
  const transfers = await job.transfers();
  if (!transfers) return undefined;
  const way = [...(wayTo(machine, transition.from[0] ?? machine.initial) ?? []), transition];
  const expected = way.filter(({ effects }) => effects.includes('settle-once')).length;
  if (transfers.length === expected) return undefined;
  return {
    verdict: 'fail',
    detail: `A job that became ${transition.to} settled ${transfers.length} times.`,
    expected,
    actual: transfers,
    exchange,
  };
}

/** The start was not reached: by itself that is no fault of this transition. */
function astray(machine: Machine, from: string, { state, exchange }: Sighting): Outcome {
  const ahead = machine.transitions.some(
    (each) => each.from.includes(from) && each.to === state && stimulusOf(each).kind === 'upstream',
  );
  if (from === machine.initial && ahead) {
    throw new NotTestable(`The upstream had moved the job on to ${state} before it could be seen as ${from}.`);
  }
  return { verdict: 'error', detail: `The job did not become ${from}: ${describe(exchange)}.` };
}

function differs(detail: string, expected: string, { state, exchange }: Sighting): Outcome {
  return { verdict: 'fail', detail, expected, actual: state ?? describe(exchange), exchange };
}

function describe({ received }: Exchange): string {
  return `status ${received.status}, ${received.text.slice(0, 200)}`;
}
