/** Calls whose resources a scenario has created first, so that only the request itself can be a reason to reject them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values/json';
import { addressLimitOf, isAccepted, isStateRefusal } from '../calls/responses.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { oncePer } from '../common/once-per.ts';
import type { Contract, Operation, Step } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, returnResponse, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { type Actors, createActors } from './actors.ts';
import { resolve } from './bindings.ts';
import { runSteps } from './run-scenario.ts';

/** The steps of a scenario that make a call possible, and the step with that call. */
interface Approach {
  readonly steps: readonly Step[];
  readonly step: Step;
}

/** The callers of a scenario, and the values that it fills into the call: ids of resources that it created. */
interface Preparation {
  readonly actors: Actors;
  readonly filled: Readonly<Record<string, unknown>>;
}

/** An approach to an operation with its latest preparation, which calls may consume. */
interface PreparedOperation {
  readonly approach: Approach;
  preparation: Promise<Preparation>;
}

/** Approaches tried for one operation, the shortest first. */
const maxApproaches = 4;

const operations = oncePerRun(async () => new Map<string, Promise<PreparedOperation | undefined>>());

/**
 * Sends a call after a scenario has prepared it; `undefined` where no scenario leads to a served call.
 *
 * It needs the control API, which creates wallets and keys with test money.
 */
export async function sendPrepared(run: Run, invocation: Invocation): Promise<Exchange | undefined> {
  const { operation } = invocation;
  if (!canCreateCallers(run)) return undefined;
  const prepared = await preparedOperationOf(run, operation);
  if (!prepared) return undefined;
  const exchange = await call(run, await prepared.preparation, invocation);
  if (!isStateRefusal(run.contract, operation, exchange.received)) return exchange;
  // Earlier calls, a reset or the clock may have removed the resources.
  prepared.preparation = prepare(run, prepared.approach);
  return call(run, await prepared.preparation, invocation);
}

async function preparedOperationOf(run: Run, operation: Operation): Promise<PreparedOperation | undefined> {
  const known = await operations(run);
  const found = known.get(operation.id) ?? findApproach(run, operation);
  known.set(operation.id, found);
  return found;
}

function canCreateCallers({ contract, control }: Run): boolean {
  if (contract.host.auth === 'bearer') return control?.capabilities.has('keys') ?? false;
  return (control?.capabilities.has('fund') && control.capabilities.has('ledger')) ?? false;
}

/** Tries each approach until one leads to a served call. */
async function findApproach(run: Run, operation: Operation): Promise<PreparedOperation | undefined> {
  for (const approach of approachesTo(run.contract, operation.id).slice(0, maxApproaches)) {
    try {
      const { received } = await call(run, await prepare(run, approach), sampleOf(operation));
      if (isAccepted(run.contract, operation, received) && received.status < 300) {
        const preparation = prepare(run, approach);
        // It may stay unused; a call that uses it sees its error.
        preparation.catch(() => {});
        return { approach, preparation };
      }
    } catch (error) {
      // A step may read a value that this target does not return.
      if (!(error instanceof EvaluationError || error instanceof UnexpectedResponse || error instanceof NotTestable))
        throw error;
    }
  }
  return undefined;
}

/** The steps of scenarios before they call an operation: calls and events, but no upstream scripts and no clock. */
function approachesTo(contract: Contract, operation: string): readonly Approach[] {
  return approachesOf(contract).get(operation) ?? [];
}

/** All approaches of a contract by the operation that they lead to, the shortest first. */
const approachesOf = oncePer(({ scenarios }: Contract): ReadonlyMap<string, readonly Approach[]> => {
  const all = scenarios.flatMap(({ steps }) =>
    steps.flatMap((step, index): Approach[] => {
      const before = steps.slice(0, index);
      if (step.call === undefined || !isPlain(step) || before.some((each) => each.call && !isPlain(each))) return [];
      const led = before.filter((each) => (each.call !== undefined && each.call !== step.call) || each.event);
      return led.length > 0 ? [{ steps: led, step }] : [];
    }),
  );
  const sorted = all.toSorted((one, other) => one.steps.length - other.steps.length);
  return Map.groupBy(sorted, ({ step }) => step.call ?? '');
});

/**
 * True where all that may prepare an operation are calls of its own area, none of which counts for a limit by address.
 *
 * Another area may have a failing upstream meanwhile, and a wait for a limit may move the clock under the payments of others.
 */
export function isPreparedApart(contract: Contract, operation: Operation): boolean {
  const steps = approachesTo(contract, operation.id)
    .slice(0, maxApproaches)
    .flatMap((approach) => approach.steps);
  const called = new Set([operation.id, ...steps.flatMap(({ call: id }) => id ?? [])]);
  return contract.operations.every(
    (each) => !called.has(each.id) || (each.area === operation.area && !addressLimitOf(contract, each)),
  );
}

/** True for a step that the scenario's own caller makes once. */
function isPlain({ pay, times }: Step): boolean {
  return times === undefined && (pay === undefined || pay === 'fresh');
}

async function prepare(run: Run, { steps, step }: Approach, apiKey?: string): Promise<Preparation> {
  const actors = await createActors(run, apiKey);
  const { bindings, stoppedBy, untaken } = await runSteps(steps, run, actors);
  if (untaken) throw untaken;
  if (stoppedBy !== undefined)
    throw new NotTestable('unserved', `The scenario that prepares ${step.call} was interrupted: ${stoppedBy}.`);
  return { actors, filled: fieldsOf(resolve(step.with ?? {}, run.evaluator, bindings)) };
}

/** A call that a scenario has just prepared, and the wallet that pays for it, if any. */
interface PreparedCall {
  readonly invocation: Invocation;
  readonly payer: Wallet | undefined;
}

/** Prepares a call by a scenario, with the given API key if any; `undefined` where no scenario leads to it. */
export async function preparedCall(
  run: Run,
  invocation: Invocation,
  apiKey?: string,
): Promise<PreparedCall | undefined> {
  const prepared = canCreateCallers(run) ? await preparedOperationOf(run, invocation.operation) : undefined;
  if (!prepared) return undefined;
  const preparation = await prepare(run, prepared.approach, apiKey);
  return { invocation: filledIn(preparation, invocation), payer: preparation.actors.payer };
}

/** A prepared call with the wallet that pays for it. */
export interface PaidPreparedCall extends PreparedCall {
  readonly payer: Wallet;
}

/** Prepares the example of an operation by a scenario; `undefined` where no scenario leads to a served call. */
export async function preparedExample(run: Run, operation: Operation): Promise<PaidPreparedCall | undefined> {
  const { invocation, payer } = (await preparedCall(run, sampleOf(operation))) ?? {};
  return invocation && payer && { invocation, payer };
}

/** Sends a call as the caller of a preparation. */
async function call(run: Run, preparation: Preparation, invocation: Invocation): Promise<Exchange> {
  const placed = filledIn(preparation, invocation);
  if (!['payment', 'wallet'].includes(invocation.operation.auth)) return run.send(placed);
  const { payer } = preparation.actors;
  return run.pay(placed, payer ? { wallet: payer } : {}).catch(returnResponse);
}

/** A call with the values of the scenario where the call equals the example. */
function filledIn({ actors, filled }: Preparation, invocation: Invocation): Invocation {
  const example = sampleOf(invocation.operation);
  const part = (name: 'body' | 'query' | 'params') => {
    const content = invocation[name];
    if (!isObject(filled[name]) || !(content === undefined || isObject(content))) return {};
    const own = fieldsOf(content);
    const usual = fieldsOf(example[name]);
    const added = Object.entries(filled[name]).filter(([key]) => isDeepStrictEqual(own[key], usual[key]));
    return { [name]: { ...own, ...Object.fromEntries(added) } };
  };
  const { apiKey } = actors;
  const key = apiKey !== undefined && invocation.operation.auth === 'key' && { authorization: `Bearer ${apiKey}` };
  return {
    ...invocation,
    ...{ ...part('body'), ...part('query'), ...part('params') },
    headers: { ...invocation.headers, ...key },
  };
}
