import fc from 'fast-check';
import type { Run } from '../check/run.ts';
import type { Machine } from '../contract/contract.ts';
import { Trace, traced, turnsOf } from '../http/trace.ts';
import {
  advanceCommand,
  anyEventCommand,
  type Command,
  eventCommand,
  type Model,
  ModelMismatch,
  otherPollCommand,
  pollCommand,
} from './commands.ts';
import { startJob } from './job.ts';
import { type Action, shorten } from './shorten.ts';
import { upstreamOf } from './trigger.ts';

/** Jobs that are made for one exploration. */
const jobCount = 12;
const maxCommands = 12;
const racers = 20;
const step = 30;
/** Milliseconds after which no further sequence is begun. */
const timeLimit = 30_000;

/** Runs random sequences of commands on jobs against a model; returns the mismatch of the shortest failing sequence. */
export async function explore(run: Run, machine: Machine): Promise<ModelMismatch | undefined> {
  const commands = fc.commands(commandsOf(run, machine), { maxCommands, size: 'max' });
  // The last command must be observed, mostly by concurrent polls; shrinking tries a single one.
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
    { seed: run.seed, numRuns: jobCount, interruptAfterTimeLimit: timeLimit },
  );
  if (!details.failed) return undefined;
  const error = details.errorInstance;
  if (!(error instanceof ModelMismatch)) throw error;
  if (run.verdictsOnly) return error;
  return (await findShortest(run, machine, error.rule, error.length)) ?? error;
}

/** Finds the shortest sequence that breaks a rule with fewer than a number of calls. */
export function findShortest(
  run: Run,
  machine: Machine,
  rule: string,
  fewerThan: number,
): Promise<ModelMismatch | undefined> {
  return shorten(run, rule, fewerThan, actionsOf(run, machine), (sequence) => attempt(run, machine, sequence));
}

/** Runs commands in sequence on a new job, where the model allows them; returns the mismatch. */
async function attempt(run: Run, machine: Machine, sequence: readonly Command[]): Promise<ModelMismatch | undefined> {
  const planned = modelOf(run, machine, new Trace());
  for (const command of sequence) {
    // Without it the sequence is a shorter one, which was tried before.
    if (!command.check(planned)) return undefined;
    command.apply(planned);
  }
  return traced(async (trace) => {
    const model = modelOf(run, machine, trace);
    const real = await startJob(run, machine);
    model.before = turnsOf(trace.calls);
    try {
      for (const command of sequence) if (command.check(model)) await command.run(model, real);
    } catch (error) {
      if (error instanceof ModelMismatch) return error;
      throw error;
    }
    return undefined;
  });
}

/** Each action on a job, those that change its state first. */
function actionsOf(run: Run, machine: Machine): readonly Action[] {
  const events = Object.keys(upstreamOf(machine, new Set()));
  return [
    ...events.map((name) => ({ command: eventCommand(name), calls: 1, observes: false, idle: false })),
    { command: pollCommand(1), calls: 1, observes: true, idle: false },
    { command: otherPollCommand('unsigned'), calls: 1, observes: true, idle: true },
    ...timeOf(run, machine).map((command) => ({ command, calls: 1, observes: false, idle: true })),
    // It requests a challenge first.
    { command: otherPollCommand('other-caller'), calls: 2, observes: true, idle: true },
    // Concurrent polls are followed by one more.
    { command: pollCommand(racers), calls: 2, observes: true, idle: false },
  ];
}

/** Progress and polls are more likely than commands that should change nothing. */
function commandsOf(run: Run, machine: Machine): fc.Arbitrary<Command>[] {
  const event = fc.nat({ max: 9 }).map(anyEventCommand);
  const poll = fc.constantFrom(1, racers).map(pollCommand);
  const otherPoll = fc.constantFrom('other-caller' as const, 'unsigned' as const).map(otherPollCommand);
  return [event, event, event, poll, poll, otherPoll, ...timeOf(run, machine).map(fc.constant)];
}

/** A command that moves the clock, where that is possible. */
function timeOf(run: Run, machine: Machine): readonly Command[] {
  return run.control?.capabilities.has('clock') ? [advanceCommand(step, safeSeconds(run, machine))] : [];
}

/** Seconds that are less than any deadline of the machine or of a payment. */
function safeSeconds(run: Run, machine: Machine): number {
  const deadlines = machine.transitions.flatMap(({ after }) => after ?? []);
  const windows = run.contract.operations.flatMap(({ payment }) => payment?.window ?? []);
  return Math.min(...deadlines, ...windows, run.contract.host.payment?.window ?? 300) / 2;
}

function modelOf(run: Run, machine: Machine, trace: Trace): Model {
  const { initial: state } = machine;
  return { run, machine, state, pending: new Set(), settled: 0, elapsed: 0, steps: [], trace, before: 0 };
}
