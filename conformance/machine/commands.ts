import type fc from 'fast-check';
import type { Run } from '../check/run.ts';
import type { Invariant, Machine, Transition } from '../contract/contract.ts';
import { type Trace, type TracedCall, turnsOf } from '../http/trace.ts';
import { keeps } from './invariant-check.ts';
import type { Job, Observation, OtherCaller } from './job.ts';
import { eventsRead, triggerOf, upstreamOf } from './trigger.ts';

/** The expected state of a job, kept beside the job on the target. */
export interface Model {
  readonly run: Run;
  readonly machine: Machine;
  state: string;
  /** Transition that led to the state. */
  entered?: Transition;
  /** Events of the upstream that take effect at the next poll. */
  pending: Set<string>;
  /** Transfers that should have been settled. */
  settled: number;
  /** Seconds that the clock was moved. */
  elapsed: number;
  /** The steps so far, as text. */
  readonly steps: string[];
  /** The requests so far. */
  readonly trace: Trace;
  /** Turns of the trace until the job was created. */
  before: number;
}

/** A job that does not match its model; thrown by commands, so that fast-check shrinks the sequence. */
export class ModelMismatch extends Error {
  override readonly name = 'ModelMismatch';
  /** Id of the transition or invariant that the job breaks. */
  readonly rule: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly observation: Observation;
  readonly invariant?: Invariant;
  /** The steps, as text. */
  readonly steps: readonly string[];
  /** The requests. */
  readonly sequence: readonly TracedCall[];
  /** Turns after the job was created. */
  readonly length: number;

  constructor(
    model: Model,
    rule: string,
    {
      expected,
      actual,
      observation,
      invariant,
    }: Pick<ModelMismatch, 'expected' | 'actual' | 'observation' | 'invariant'>,
  ) {
    super(`Expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}.`);
    this.rule = rule;
    this.steps = [...model.steps];
    this.sequence = [...model.trace.calls];
    this.length = turnsOf(this.sequence) - model.before;
    this.expected = expected;
    this.actual = actual;
    this.observation = observation;
    if (invariant) this.invariant = invariant;
  }
}

/** One action on a job. */
export interface Command extends fc.AsyncCommand<Model, Job> {
  check(model: Readonly<Model>): boolean;
  /** Applies the action to the model only. */
  apply(model: Model): void;
}

/** Delivers one of the upstream events that the job waits for; `pick` chooses among them, modulo their number. */
export function anyEventCommand(pick: number): Command {
  return deliverEvent((events) => events[pick % events.length]);
}

/** Delivers one upstream event, where the job waits for it. */
export function eventCommand(name: string): Command {
  return deliverEvent((events) => events.find((event) => event === name));
}

function deliverEvent(choose: (events: readonly string[]) => string | undefined): Command {
  return {
    check: (model) => choose(awaited(model)) !== undefined,
    apply(model) {
      const event = choose(awaited(model)) ?? '';
      const fired = leaving(model.machine, model.state).find((each) => isOn(each, event));
      if (fired) enter(model, fired);
      else model.pending.add(event);
    },
    async run(model, job) {
      const event = choose(awaited(model)) ?? '';
      model.steps.push(`event ${event}`);
      await job.event(event);
      this.apply(model);
    },
  };
}

/** Polls as the owner, once or many times at once. */
export function pollCommand(times: number): Command {
  return {
    check: () => true,
    apply(model) {
      const fired = polled(model);
      if (fired) enter(model, fired);
    },
    async run(model, job) {
      model.steps.push(times === 1 ? 'poll' : `${times} polls at once`);
      const observations = await Promise.all(Array.from({ length: times }, () => job.poll()));
      const before = model.state;
      this.apply(model);
      // Concurrent polls may still show the previous state; later polls may not.
      const all = times > 1 ? [...observations, await job.poll()] : observations;
      for (const observation of all) {
        const raced =
          times > 1 && observations.includes(observation) && (observation.state === before || !isServed(observation));
        if (!raced) compareState(model, observation);
        compareInvariants(model, observation);
      }
      const last = all.at(-1);
      if (last) await compareSettlements(model, job, last);
    },
  };
}

/** Polls as another caller or unsigned: whatever the response, the job does not change. */
export function otherPollCommand(who: OtherCaller): Command {
  return {
    check: () => true,
    apply() {},
    async run(model, job) {
      model.steps.push(who === 'unsigned' ? 'unsigned poll' : 'poll as another caller');
      await compareSettlements(model, job, { exchange: await job.pollAs(who) });
    },
  };
}

/** Moves the clock, but by less than any deadline of the job or of its payment. */
export function advanceCommand(seconds: number, limit: number): Command {
  return {
    check: ({ elapsed }) => elapsed + seconds < limit,
    apply(model) {
      model.elapsed += seconds;
    },
    async run(model, job) {
      model.steps.push(`${seconds} seconds pass`);
      this.apply(model);
      await job.advance(seconds);
    },
  };
}

/** Events that some transition of the state waits for; none while one of them waits for a poll. */
function awaited({ machine, state, pending }: Model): readonly string[] {
  if (pending.size > 0) return [];
  const waiting = leaving(machine, state);
  return Object.keys(upstreamOf(machine, pending)).filter((name) =>
    waiting.some((each) => isOn(each, name) || eventsRead(each.if).includes(name)),
  );
}

function leaving(machine: Machine, state: string): readonly Transition[] {
  return machine.transitions.filter(({ from }) => from.includes(state));
}

function isOn(transition: Transition, event: string): boolean {
  const trigger = triggerOf(transition);
  return trigger.kind === 'upstream' && trigger.event === event;
}

/** The transition that a poll takes now, if any. */
function polled({ run, machine, state, pending }: Model): Transition | undefined {
  const upstream = upstreamOf(machine, pending);
  return leaving(machine, state).find(
    (each) => triggerOf(each).kind === 'poll' && (!each.if || run.evaluator.holds(each.if, { upstream })),
  );
}

function enter(model: Model, transition: Transition): void {
  model.state = transition.to;
  model.entered = transition;
  model.pending = new Set();
  if (transition.effects.includes('settle-once')) model.settled += 1;
}

function isServed({ exchange }: Observation): boolean {
  return exchange.received.status < 300;
}

function compareState(model: Model, observation: Observation): void {
  const { machine, state, entered } = model;
  if (observation.state === state) return;
  const early = state === machine.initial && entered === undefined;
  const taken = leaving(machine, state).find(({ to }) => to === observation.state);
  // An upstream may start by itself, before its event is delivered.
  if (early && taken && triggerOf(taken).kind === 'upstream' && !machine.states[taken.to]?.final) {
    enter(model, taken);
    return;
  }
  const rule = taken ?? entered ?? leaving(machine, state)[0];
  const actual = observation.state ?? `status ${observation.exchange.received.status}`;
  if (rule) throw new ModelMismatch(model, rule.id, { expected: state, actual, observation });
}

function compareInvariants(model: Model, observation: Observation): void {
  const invariant = model.machine.always.find((each) => !keeps(model.run, each, observation));
  if (!invariant) return;
  const actual = observation.exchange.received.json;
  throw new ModelMismatch(model, invariant.id, { expected: invariant.then.text, actual, observation, invariant });
}

async function compareSettlements(model: Model, job: Job, observation: Observation): Promise<void> {
  const transfers = await job.transfers();
  if (!transfers || transfers.length === model.settled) return;
  const { machine, entered, state, settled } = model;
  const settling = machine.transitions.find(({ effects }) => effects.includes('settle-once'));
  const rule = entered?.effects.length ? entered : (settling ?? leaving(machine, state)[0]);
  if (rule) throw new ModelMismatch(model, rule.id, { expected: settled, actual: transfers, observation });
}
