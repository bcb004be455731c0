import fc from 'fast-check';
import type { Run } from '../check/check.ts';
import { Trace, traced, turnsOf } from '../check/trace.ts';
import type { Machine } from '../contract/contract.ts';
import {
  advanceCommand,
  anyEventCommand,
  Breach,
  type Command,
  eventCommand,
  type Model,
  pollCommand,
  strangerCommand,
} from './commands.ts';
import { startJob } from './job.ts';
import { type Letter, shorten } from './shorten.ts';
import { upstreamOf } from './stimulus.ts';

/** Jobs that are made for one exploration. */
const jobs = 12;
const longest = 12;
const racers = 20;
const step = 30;
/** Milliseconds after which no further sequence is begun. */
const patienceInTime = 30_000;

/** Drives jobs through random sequences with a model beside them; answers what the shortest one breaks. */
export async function explore(run: Run, machine: Machine): Promise<Breach | undefined> {
  const commands = fc.commands(commandsOf(run, machine), { maxCommands: longest, size: 'max' });
  // Whatever was done last has to show, mostly in a race; one poll will do where that shows it as well.
  const last = fc.nat({ max: 3 }).map((chance) => pollCommand(chance === 0 ? 1 : racers));
  const details = await fc.check(
    fc.asyncProperty(commands, last, (sequence, poll) =>
      traced(async (trace) => {
        const model = modelOf(run, machine, trace);
        const real = await startJob(run, machine);
        model.before = turnsOf(trace.calls);
        await fc.asyncModelRun(async () => ({ model, real }), sequence);
        await poll.run(model, real);
      }),
    ),
    { seed: run.seed, numRuns: jobs, interruptAfterTimeLimit: patienceInTime },
  );
  if (!details.failed) return undefined;
  const error = details.errorInstance;
  if (!(error instanceof Breach)) throw error;
  if (run.verdictsOnly) return error;
  return (await findShortest(run, machine, error.rule, error.length)) ?? error;
}

/** The shortest way to break a rule, if there is one of fewer than so many calls to a job. */
export function findShortest(run: Run, machine: Machine, rule: string, fewerThan: number): Promise<Breach | undefined> {
  return shorten(run, rule, fewerThan, alphabetOf(run, machine), (sequence) => attempt(run, machine, sequence));
}

/** Does commands one after another to a job of their own, where a job that is right allows them; answers what that breaks. */
async function attempt(run: Run, machine: Machine, sequence: readonly Command[]): Promise<Breach | undefined> {
  const imagined = modelOf(run, machine, new Trace());
  for (const command of sequence) {
    // Without it the sequence is a shorter one, which was tried before.
    if (!command.check(imagined)) return undefined;
    command.imagine(imagined);
  }
  return traced(async (trace) => {
    const model = modelOf(run, machine, trace);
    const real = await startJob(run, machine);
    model.before = turnsOf(trace.calls);
    try {
      for (const command of sequence) if (command.check(model)) await command.run(model, real);
    } catch (error) {
      if (error instanceof Breach) return error;
      throw error;
    }
    return undefined;
  });
}

/** Each thing that can be done to a job, what leads on first. */
function alphabetOf(run: Run, machine: Machine): readonly Letter[] {
  const events = Object.keys(upstreamOf(machine, new Set()));
  return [
    ...events.map((name) => ({ command: eventCommand(name), calls: 1, tells: false, idle: false })),
    { command: pollCommand(1), calls: 1, tells: true, idle: false },
    { command: strangerCommand('nobody'), calls: 1, tells: true, idle: true },
    ...timeOf(run, machine).map((command) => ({ command, calls: 1, tells: false, idle: true })),
    // It asks what it has to pay first.
    { command: strangerCommand('stranger'), calls: 2, tells: true, idle: true },
    // What a race has left behind is looked at once more.
    { command: pollCommand(racers), calls: 2, tells: true, idle: false },
  ];
}

/** Progress and polls are more likely than what should change nothing. */
function commandsOf(run: Run, machine: Machine): fc.Arbitrary<Command>[] {
  const event = fc.nat({ max: 9 }).map(anyEventCommand);
  const poll = fc.constantFrom(1, racers).map(pollCommand);
  const stranger = fc.constantFrom('stranger' as const, 'nobody' as const).map(strangerCommand);
  return [event, event, event, poll, poll, stranger, ...timeOf(run, machine).map(fc.constant)];
}

/** A while that passes, where the clock can be moved. */
function timeOf(run: Run, machine: Machine): readonly Command[] {
  return run.control?.capabilities.has('clock') ? [advanceCommand(step, patience(run, machine))] : [];
}

/** Seconds within which no deadline of the machine or of a payment falls. */
function patience(run: Run, machine: Machine): number {
  const deadlines = machine.transitions.flatMap(({ after }) => after ?? []);
  const windows = run.contract.operations.flatMap(({ payment }) => payment?.window ?? []);
  return Math.min(...deadlines, ...windows, run.contract.host.payment?.window ?? 300) / 2;
}

function modelOf(run: Run, machine: Machine, trace: Trace): Model {
  const { initial: state } = machine;
  return { run, machine, state, pending: new Set(), settled: 0, elapsed: 0, steps: [], trace, before: 0 };
}
