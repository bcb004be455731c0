import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Machine, Transition } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { causeHard, driveTo } from './drive.ts';
import { type Job, type Observation, startJob } from './job.ts';
import { triggerOf, wayTo } from './trigger.ts';

/** Brings a job to the start of a transition, causes the transition, and judges its state twice and its settlements. */
export async function checkTransition(run: Run, machine: Machine, transition: Transition): Promise<Outcome> {
  const job = await startJob(run, machine);
  const [from = machine.initial] = transition.from;
  const before = await driveTo(run, job, from);
  if (before.state === transition.to && transition.on === 'poll' && transition.if) {
    return differs(`The job became ${transition.to} before the condition ${transition.if.text}.`, from, before);
  }
  if (before.state !== from) return startNotReached(machine, from, before);

  const early = await causeHard(run, job, transition, from);
  if (early && early.state !== from) {
    return differs(`The job left the state ${from} before ${transition.on}.`, from, early);
  }
  let observation = before;
  for (const when of ['', ' at the second poll']) {
    observation = await job.poll();
    if (observation.state === transition.to) continue;
    return differs(
      `After ${transition.on}, a job in state ${from} is not ${transition.to}${when}.`,
      transition.to,
      observation,
    );
  }
  return (await settlementMismatch(job, machine, transition, observation)) ?? { verdict: 'pass' };
}

/** The settlements must match the effects on the way: one transfer for each `settle-once`, else none. */
async function settlementMismatch(
  job: Job,
  machine: Machine,
  transition: Transition,
  { exchange }: Observation,
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

/** The outcome where the start of the transition was not reached, which is no fault of this transition. */
function startNotReached(machine: Machine, from: string, { state, exchange }: Observation): Outcome {
  const ahead = machine.transitions.some(
    (each) => each.from.includes(from) && each.to === state && triggerOf(each).kind === 'upstream',
  );
  if (from === machine.initial && ahead) {
    throw new NotTestable(
      'open',
      `The upstream moved the job on to ${state} before a poll could see the state ${from}.`,
    );
  }
  return { verdict: 'error', detail: `The job did not reach the state ${from}: ${describe(exchange)}.` };
}

function differs(detail: string, expected: string, { state, exchange }: Observation): Outcome {
  return { verdict: 'fail', detail, expected, actual: state ?? describe(exchange), exchange };
}

function describe({ received }: Exchange): string {
  return `status ${received.status}, ${received.text.slice(0, 200)}`;
}
