import fc from 'fast-check';
import type { Run } from '../check.ts';
import type { Machine } from '../contract.ts';
import {
  advanceCommand,
  Breach,
  type Command,
  eventCommand,
  type Model,
  pollCommand,
  strangerCommand,
} from './commands.ts';
import { startJob } from './job.ts';

/** A sequence of commands that a job did not survive as its machine says. */
export interface Counterexample {
  readonly breach: Breach;
  /** What was done to it, in words. */
  readonly steps: readonly string[];
}

/** Jobs that are made for one exploration. */
const jobs = 12;
const longest = 12;
const racers = 20;
const step = 30;
/** Milliseconds after which no further sequence is begun. */
const patienceInTime = 30_000;

/** Drives jobs through random sequences with a model beside them; answers the shortest one that breaks a rule. */
export async function explore(run: Run, machine: Machine): Promise<Counterexample | undefined> {
  const commands = fc.commands(commandsOf(run, machine), { maxCommands: longest, size: 'max' });
  const details = await fc.check(
    fc.asyncProperty(commands, async (sequence) => {
      const model = modelOf(run, machine);
      const real = await startJob(run, machine);
      await fc.asyncModelRun(async () => ({ model, real }), sequence);
      // Whatever was done last has to show.
      await pollCommand(racers).run(model, real);
    }),
    { seed: run.seed, numRuns: jobs, interruptAfterTimeLimit: patienceInTime },
  );
  if (!details.failed) return undefined;
  const error = details.errorInstance;
  if (!(error instanceof Breach)) throw error;
  return { breach: error, steps: error.steps };
}

/** Progress and polls are more likely than what should change nothing. */
function commandsOf(run: Run, machine: Machine): fc.Arbitrary<Command>[] {
  const event = fc.nat({ max: 9 }).map(eventCommand);
  const poll = fc.constantFrom(1, racers).map(pollCommand);
  const stranger = fc.constantFrom('stranger' as const, 'nobody' as const).map(strangerCommand);
  const time = fc.constant(advanceCommand(step, patience(run, machine)));
  return [event, event, event, poll, poll, stranger, ...(run.control?.capabilities.has('clock') ? [time] : [])];
}

/** Seconds within which no deadline of the machine or of a payment falls. */
function patience(run: Run, machine: Machine): number {
  const deadlines = machine.transitions.flatMap(({ after }) => after ?? []);
  const windows = run.contract.operations.flatMap(({ payment }) => payment?.window ?? []);
  return Math.min(...deadlines, ...windows, run.contract.host.payment?.window ?? 300) / 2;
}

function modelOf(run: Run, machine: Machine): Model {
  return { run, machine, state: machine.initial, pending: new Set(), settled: 0, elapsed: 0, steps: [] };
}
