import type { Outcome, Run } from '../check/check.ts';
import { traced } from '../check/trace.ts';
import type { Invariant, Machine } from '../contract/contract.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { readingsOf } from '../scenario/readings.ts';
import { driveTo } from './drive.ts';
import { type Sighting, startJob } from './job.ts';

/** Brings a job into each state of an invariant and judges what the poll shows there. */
export async function checkInvariant(run: Run, machine: Machine, invariant: Invariant): Promise<Outcome> {
  for (const state of invariant.in) {
    const { sighting, sequence } = await traced(async ({ calls }) => ({
      sighting: await driveTo(run, await startJob(run, machine), state),
      sequence: calls,
    }));
    // The upstream may have moved on by itself; another state of the invariant will do as well.
    if (!sighting.state || !invariant.in.includes(sighting.state)) {
      return { verdict: 'error', detail: `The job did not become ${state} but ${sighting.state ?? 'nothing known'}.` };
    }
    if (!keeps(run, invariant, sighting)) return { ...invariantMismatch(run, invariant, sighting), sequence };
  }
  return { verdict: 'pass', detail: `States visited: ${invariant.in.join(', ')}.` };
}

/** True unless an answer shows one of the invariant's states and breaks it. */
export function keeps(run: Run, invariant: Invariant, sighting: Sighting): boolean {
  if (!sighting.state || !invariant.in.includes(sighting.state)) return true;
  try {
    return run.evaluator.holds(invariant.then, environmentOf(sighting));
  } catch (error) {
    // A field that the answer lacks has no value, so nothing holds of it.
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** The finding of an answer that breaks an invariant. */
export function invariantMismatch(
  run: Run,
  { then }: Invariant,
  sighting: Sighting,
): Extract<Outcome, { verdict: 'fail' }> {
  return {
    verdict: 'fail',
    detail: `A job that is ${sighting.state} does not keep: ${then.text}.`,
    expected: then.text,
    actual: readingsOf(then, run.evaluator, environmentOf(sighting)),
    exchange: sighting.exchange,
  };
}

function environmentOf({ exchange }: Sighting) {
  const { json, status, headers } = exchange.received;
  return { response: json ?? null, status, headers };
}
