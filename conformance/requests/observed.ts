/** Responses that a run has seen, and more calls where it has seen none. */

import type { AnswerCache } from '../calls/answer-cache.ts';
import { observe } from '../check/observation.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import { notTestable, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Machine, Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { isStream, malformed, unreadable } from '../http/readable.ts';
import { driveTo } from '../machine/drive.ts';
import { creatorsOf, startJob } from '../machine/job.ts';
import { wayTo } from '../machine/trigger.ts';

/** A response with its call. */
export interface ObservedResponse {
  readonly invocation: Invocation;
  readonly exchange: Exchange;
}

/** How responses are searched. */
export interface Search {
  /** False where no payment may be made for them; default true. */
  readonly paid?: boolean;
  /** True for the response that accepts a job: where jobs can be delayed, it is available before any charge. */
  readonly accepted?: boolean;
  /** Whether these are enough; default: one is. */
  readonly isDone?: (answers: readonly ObservedResponse[]) => boolean;
}

/**
 * The matching responses of an operation; where there are none, the example is called first.
 *
 * Jobs are driven from state to state until there are enough.
 */
export async function observed(
  cache: AnswerCache,
  operation: Operation,
  wanted: (observed: ObservedResponse) => boolean,
  { paid = true, accepted = false, isDone = (answers) => answers.length > 0 }: Search = {},
): Promise<readonly ObservedResponse[]> {
  const seen = () => {
    const all = answersOf(cache.run, operation).filter(wanted);
    for (const { exchange } of all) observe(exchange);
    return all;
  };
  const before = seen();
  if (before.length > 0 && (operation.machine?.role !== 'poll' || isDone(before))) return before;
  if (accepted && operation.machine?.role === 'create') {
    await tour(cache.run, operation.machine.id, () => seen().length > 0);
    const held = seen();
    if (held.length > 0) return held;
  }
  await callExample(cache, operation, paid);
  const after = seen();
  if (!operation.machine || (after.length > 0 && operation.machine.role !== 'poll')) return after;
  await tour(cache.run, operation.machine.id, () => isDone(seen()));
  return seen();
}

/** The responses of each operation among the first ones of a run. */
interface ResponsesByOperation {
  read: number;
  readonly byOperation: Map<string, ObservedResponse[]>;
}

const sorted = new WeakMap<Run, ResponsesByOperation>();

/** Every response of an operation so far; each response of a run is grouped by its operation once. */
export function answersOf(run: Run, { id }: Operation): readonly ObservedResponse[] {
  const known = sorted.get(run) ?? { read: 0, byOperation: new Map() };
  sorted.set(run, known);
  for (const each of run.exchanges.slice(known.read)) {
    // A call with a different method is none of the operation, and one for another content type has another body.
    if (each.invocation.method !== undefined || each.invocation.headers?.accept !== undefined) continue;
    const answers = known.byOperation.get(each.operation);
    if (answers) answers.push(each);
    else known.byOperation.set(each.operation, [each]);
  }
  known.read = run.exchanges.length;
  return known.byOperation.get(id) ?? [];
}

const visits = oncePerRun(async () => new Map<string, Promise<void>>());

/**
 * Drives jobs of a machine into one state after the other, as far as the target allows, until enough was seen.
 *
 * States without a charge come first.
 */
async function tour(run: Run, id: string, isDone: () => boolean): Promise<void> {
  const machine = run.contract.machines[id];
  const isCreated = run.contract.operations.some((each) => each.machine?.id === id && each.machine.role === 'create');
  if (!machine || !run.control || !isCreated) return;
  const known = await visits(run);
  for (const state of unchargedFirst(machine)) {
    for (const creator of creatorsOf(run, machine)) {
      const visit = async () => {
        const job = await startJob(run, machine, creator);
        await driveTo(run, job, state);
      };
      const place = `${creator.id} ${state}`;
      const visited = known.get(place) ?? visit().catch(ignoreInterruption);
      known.set(place, visited);
      await visited;
      if (isDone()) return;
    }
  }
}

/** The states of a machine, those that require a charge last. */
function unchargedFirst(machine: Machine): readonly string[] {
  const isCharged = (state: string) =>
    wayTo(machine, state)?.some(({ effects }) => effects.some((effect) => effect.startsWith('settle'))) ?? false;
  return Object.keys(machine.states).toSorted((one, other) => Number(isCharged(one)) - Number(isCharged(other)));
}

/** An interrupted call has no response to observe. */
function ignoreInterruption(error: unknown): void {
  if (!(error instanceof UnexpectedResponse || error instanceof NotTestable)) throw error;
}

/** Calls the example, with payment where it has a price and the level allows it. */
async function callExample(cache: AnswerCache, operation: Operation, paid: boolean): Promise<void> {
  // The job that a poll reads must be created first.
  if (operation.machine?.role === 'poll') return;
  const { base } = cache.requests(operation);
  try {
    if (operation.auth === 'payment' && paid) {
      if (cache.run.level === 'free') return;
      await cache.pay(base);
    } else {
      await cache.send(base);
    }
  } catch (error) {
    ignoreInterruption(error);
  }
}

/** True for a response whose body is one JSON value that can be read. */
export function isWhole({ exchange }: ObservedResponse): boolean {
  return unreadable(exchange.received) === undefined;
}

/**
 * Why no response shows a rule: where its operation has served others, the documents leave open whether one has to come.
 *
 * With a status, the rule is about responses of this status.
 */
export function unseen(run: Run, operation: Operation, status?: number): Outcome {
  const which = status === undefined ? 'No response to which the rule applies' : `No response ${status}`;
  const seen = `${which} was seen in this run`;
  if (run.level === 'free') return notTestable('means', `${seen}: level free makes no paid calls.`);
  if (servedBy(run, operation).length > 0) return notTestable('open', `${seen}: no call of this run returned it.`);
  return notTestable('unserved', `${seen}: ${operation.id} has served no call.`);
}

/** The responses by which an operation has served calls: described successes that can be read. */
export function servedBy(run: Run, operation: Operation): readonly ObservedResponse[] {
  return answersOf(run, operation).filter(({ exchange: { received } }) => {
    const described = operation.responses.find(({ http }) => http === received.status);
    if (!described || received.status >= 300 || received.cut) return false;
    if (isStream(received)) return received.events.length > 0;
    return malformed(received, described) === undefined;
  });
}

/** True for a challenge: a 402 response to a call without payment. */
export function isChallenge({ exchange: { sent, received } }: ObservedResponse): boolean {
  return received.status === 402 && !sent.payment;
}
