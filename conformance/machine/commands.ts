import type fc from 'fast-check';
import type { Run } from '../check/check.ts';
import { type Trace, type TracedCall, turnsOf } from '../check/trace.ts';
import type { Invariant, Machine, Transition } from '../contract/contract.ts';
import { keeps } from './invariant-check.ts';
import type { Job, Sighting } from './job.ts';
import { eventsRead, stimulusOf, upstreamOf } from './stimulus.ts';

/** What a job should be, beside the job that is. */
export interface Model {
  readonly run: Run;
  readonly machine: Machine;
  state: string;
  /** Transition that led to the state. */
  entered?: Transition;
  /** Events of the upstream that await a poll. */
  pending: Set<string>;
  /** Transfers that should have been settled. */
  settled: number;
  /** Seconds that the clock was moved. */
  elapsed: number;
  /** What was done, in words. */
  readonly steps: string[];
  /** What was sent. */
  readonly trace: Trace;
  /** Turns of the trace in which the job was ordered. */
  before: number;
}

/** A job that is not what its model says; thrown by commands, so that fast-check looks for the shortest way to it. */
export class Breach extends Error {
  override readonly name = 'Breach';
  /** Id of the transition or invariant that was broken. */
  readonly rule: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly sighting: Sighting;
  readonly invariant?: Invariant;
  /** What was done to the job, in words. */
  readonly steps: readonly string[];
  /** What was sent. */
  readonly sequence: readonly TracedCall[];
  /** Turns that it took after the job was there. */
  readonly length: number;

  constructor(
    model: Model,
    rule: string,
    { expected, actual, sighting, invariant }: Pick<Breach, 'expected' | 'actual' | 'sighting' | 'invariant'>,
  ) {
    super(`Expected ${JSON.stringify(expected)}, saw ${JSON.stringify(actual)}.`);
    this.rule = rule;
    this.steps = [...model.steps];
    this.sequence = [...model.trace.calls];
    this.length = turnsOf(this.sequence) - model.before;
    this.expected = expected;
    this.actual = actual;
    this.sighting = sighting;
    if (invariant) this.invariant = invariant;
  }
}

/** One thing done to a job. */
export interface Command extends fc.AsyncCommand<Model, Job> {
  check(model: Readonly<Model>): boolean;
  /** Does to the model alone what it would do to a job that is right. */
  imagine(model: Model): void;
}

/** One of the events that the job waits for happens upstream; `pick` chooses among them, from the start again after the last. */
export function anyEventCommand(pick: number): Command {
  return happening((events) => events[pick % events.length]);
}

/** One event happens upstream, where the job waits for it. */
export function eventCommand(name: string): Command {
  return happening((events) => events.find((event) => event === name));
}

function happening(choose: (events: readonly string[]) => string | undefined): Command {
  return {
    check: (model) => choose(awaited(model)) !== undefined,
    imagine(model) {
      const event = choose(awaited(model)) ?? '';
      const fired = leaving(model.machine, model.state).find((each) => isOn(each, event));
      if (fired) enter(model, fired);
      else model.pending.add(event);
    },
    async run(model, job) {
      const event = choose(awaited(model)) ?? '';
      model.steps.push(`event ${event}`);
      await job.event(event);
      this.imagine(model);
    },
  };
}

/** The owner asks, once or many times at once. */
export function pollCommand(times: number): Command {
  return {
    check: () => true,
    imagine(model) {
      const fired = polled(model);
      if (fired) enter(model, fired);
    },
    async run(model, job) {
      model.steps.push(times === 1 ? 'poll' : `${times} polls at once`);
      const sightings = await Promise.all(Array.from({ length: times }, () => job.poll()));
      const before = model.state;
      this.imagine(model);
      // While polls race, some may still show what was; afterwards none may.
      const all = times > 1 ? [...sightings, await job.poll()] : sightings;
      for (const sighting of all) {
        const raced = times > 1 && sightings.includes(sighting) && (sighting.state === before || !isAnswer(sighting));
        if (!raced) compareState(model, sighting);
        compareInvariants(model, sighting);
      }
      const last = all.at(-1);
      if (last) await compareSettlements(model, job, last);
    },
  };
}

/** Somebody else asks: whatever the answer, the job stays as it is. */
export function strangerCommand(who: 'stranger' | 'nobody'): Command {
  return {
    check: () => true,
    imagine() {},
    async run(model, job) {
      model.steps.push(`poll as ${who}`);
      await compareSettlements(model, job, { exchange: await job.pollAs(who) });
    },
  };
}

/** Time passes, but less than any deadline of the job or of its payment. */
export function advanceCommand(seconds: number, limit: number): Command {
  return {
    check: ({ elapsed }) => elapsed + seconds < limit,
    imagine(model) {
      model.elapsed += seconds;
    },
    async run(model, job) {
      model.steps.push(`${seconds} seconds pass`);
      this.imagine(model);
      await job.advance(seconds);
    },
  };
}

/** Events that some transition of the state waits for; none while one of them awaits a poll. */
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
  const stimulus = stimulusOf(transition);
  return stimulus.kind === 'upstream' && stimulus.event === event;
}

/** The transition that a poll takes now, if any. */
function polled({ run, machine, state, pending }: Model): Transition | undefined {
  const upstream = upstreamOf(machine, pending);
  return leaving(machine, state).find(
    (each) => stimulusOf(each).kind === 'poll' && (!each.if || run.evaluator.holds(each.if, { upstream })),
  );
}

function enter(model: Model, transition: Transition): void {
  model.state = transition.to;
  model.entered = transition;
  model.pending = new Set();
  if (transition.effects.includes('settle-once')) model.settled += 1;
}

function isAnswer({ exchange }: Sighting): boolean {
  return exchange.received.status < 300;
}

function compareState(model: Model, sighting: Sighting): void {
  const { machine, state, entered } = model;
  if (sighting.state === state) return;
  const early = state === machine.initial && entered === undefined;
  const taken = leaving(machine, state).find(({ to }) => to === sighting.state);
  // An upstream may start by itself before anybody tells it to.
  if (early && taken && stimulusOf(taken).kind === 'upstream' && !machine.states[taken.to]?.final) {
    enter(model, taken);
    return;
  }
  const rule = taken ?? entered ?? leaving(machine, state)[0];
  const actual = sighting.state ?? `status ${sighting.exchange.received.status}`;
  if (rule) throw new Breach(model, rule.id, { expected: state, actual, sighting });
}

function compareInvariants(model: Model, sighting: Sighting): void {
  const invariant = model.machine.always.find((each) => !keeps(model.run, each, sighting));
  if (!invariant) return;
  const actual = sighting.exchange.received.json;
  throw new Breach(model, invariant.id, { expected: invariant.then.text, actual, sighting, invariant });
}

async function compareSettlements(model: Model, job: Job, sighting: Sighting): Promise<void> {
  const transfers = await job.transfers();
  if (!transfers || transfers.length === model.settled) return;
  const { machine, entered, state, settled } = model;
  const settling = machine.transitions.find(({ effects }) => effects.includes('settle-once'));
  const rule = entered?.effects.length ? entered : (settling ?? leaving(machine, state)[0]);
  if (rule) throw new Breach(model, rule.id, { expected: settled, actual: transfers, sighting });
}
