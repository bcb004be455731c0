/** Where a story has brought a target, so that nothing but a request itself is a reason to refuse it. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values';
import type { Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import { returnResponse } from '../check/return-response.ts';
import type { Contract, Operation, Step } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { resolve } from '../scenario/bindings.ts';
import { type Cast, createCast } from '../scenario/cast.ts';
import { act } from '../scenario/play.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { isAccepted, isStateRefusal } from './responses.ts';
import { sampleOf } from './sample.ts';

/** The part of a story that makes a call possible, and the step that makes it. */
interface Approach {
  readonly steps: readonly Step[];
  readonly step: Step;
}

/** Who stands there, and what the story fills into the call: what was leased, opened or ordered. */
interface Preparation {
  readonly cast: Cast;
  readonly filled: Readonly<Record<string, unknown>>;
}

/** The way to an operation with the ground that it led to last; calls that are served may use a ground up. */
interface Way {
  readonly approach: Approach;
  ground: Promise<Preparation>;
}

/** Approaches that are tried for one operation, the shortest first. */
const tries = 4;

const ways = oncePerRun(async () => new Map<string, Promise<Way | undefined>>());

/**
 * Makes a call where a story has brought the target; `undefined` where no story leads to a call that is served.
 *
 * Only the control API makes wallets and keys whose money is none, so that nothing is bought without it.
 */
export async function sendPrepared(run: Run, invocation: Invocation): Promise<Exchange | undefined> {
  const { operation } = invocation;
  if (!makesCallers(run)) return undefined;
  const way = await wayOf(run, operation);
  if (!way) return undefined;
  const exchange = await call(run, await way.ground, invocation);
  if (!isStateRefusal(run.contract, operation, exchange.received)) return exchange;
  // Earlier calls, a reset or the clock may have taken the ground away.
  way.ground = prepare(run, way.approach);
  return call(run, await way.ground, invocation);
}

async function wayOf(run: Run, operation: Operation): Promise<Way | undefined> {
  const known = await ways(run);
  const found = known.get(operation.id) ?? wayTo(run, operation);
  known.set(operation.id, found);
  return found;
}

function makesCallers({ contract, control }: Run): boolean {
  if (contract.host.auth === 'bearer') return control?.capabilities.has('keys') ?? false;
  return (control?.capabilities.has('fund') && control.capabilities.has('ledger')) ?? false;
}

/** Walks each approach until one leads to where the call is served. */
async function wayTo(run: Run, operation: Operation): Promise<Way | undefined> {
  for (const approach of approachesTo(run.contract, operation.id).slice(0, tries)) {
    try {
      const { received } = await call(run, await prepare(run, approach), sampleOf(operation));
      if (isAccepted(run.contract, operation, received) && received.status < 300) {
        const ground = prepare(run, approach);
        // Nobody may come to stand on it before the run ends; whoever does sees what became of it.
        ground.catch(() => {});
        return { approach, ground };
      }
    } catch (error) {
      // What a step reads may be what this target does not tell.
      if (!(error instanceof EvaluationError || error instanceof UnexpectedResponse || error instanceof NotTestable))
        throw error;
    }
  }
  return undefined;
}

/** The steps of stories before they call an operation: calls and what happens in the world, but no scripts and no time. */
function approachesTo({ scenarios }: Contract, operation: string): readonly Approach[] {
  const all = scenarios.flatMap(({ steps }) =>
    steps.flatMap((step, index): Approach[] => {
      const before = steps.slice(0, index);
      const plain = step.call === operation && isPlain(step) && before.every((each) => !each.call || isPlain(each));
      const led = before.filter((each) => (each.call !== undefined && each.call !== operation) || each.event);
      return plain && led.length > 0 ? [{ steps: led, step }] : [];
    }),
  );
  return all.toSorted((one, other) => one.steps.length - other.steps.length);
}

/** True for a step that the story's own caller makes once, to the operation's own path. */
function isPlain({ pay, times }: Step): boolean {
  return times === undefined && (pay === undefined || pay === 'fresh');
}

async function prepare(run: Run, { steps, step }: Approach, apiKey?: string): Promise<Preparation> {
  const cast = await createCast(run, apiKey);
  const { bindings, broken } = await act(steps, run, cast);
  if (broken !== undefined) throw new NotTestable(`The story that leads to ${step.call} broke off: ${broken}.`);
  return { cast, filled: fieldsOf(resolve(step.with ?? {}, run.evaluator, bindings)) };
}

/** A call that a story has just made possible, and the wallet that pays for it where wallets do. */
interface PreparedCall {
  readonly invocation: Invocation;
  readonly payer: Wallet | undefined;
}

/** A call where a story has just brought the target, by a key of the caller's own if there is one; `undefined` where none does. */
export async function preparedCall(
  run: Run,
  invocation: Invocation,
  apiKey?: string,
): Promise<PreparedCall | undefined> {
  const way = makesCallers(run) ? await wayOf(run, invocation.operation) : undefined;
  if (!way) return undefined;
  const ground = await prepare(run, way.approach, apiKey);
  return { invocation: filledIn(ground, invocation), payer: ground.cast.payer };
}

/** A call that a story has made possible, and the wallet that can pay for it. */
export interface PaidPreparedCall extends PreparedCall {
  readonly payer: Wallet;
}

/** The example of an operation where a story has just brought the target; `undefined` where none leads to a call that is served. */
export async function preparedExample(run: Run, operation: Operation): Promise<PaidPreparedCall | undefined> {
  const { invocation, payer } = (await preparedCall(run, sampleOf(operation))) ?? {};
  return invocation && payer && { invocation, payer };
}

/** Makes a call as who stands there. */
async function call(run: Run, ground: Preparation, invocation: Invocation): Promise<Exchange> {
  const placed = filledIn(ground, invocation);
  if (!['payment', 'wallet'].includes(invocation.operation.auth)) return run.send(placed);
  const { payer } = ground.cast;
  return run.pay(placed, payer ? { wallet: payer } : {}).catch(returnResponse);
}

/** A call with what the story fills in where the call is like the example. */
function filledIn({ cast, filled }: Preparation, invocation: Invocation): Invocation {
  const example = sampleOf(invocation.operation);
  const part = (name: 'body' | 'query' | 'params') => {
    const content = invocation[name];
    if (!isObject(filled[name]) || !(content === undefined || isObject(content))) return {};
    const own = fieldsOf(content);
    const usual = fieldsOf(example[name]);
    const added = Object.entries(filled[name]).filter(([key]) => isDeepStrictEqual(own[key], usual[key]));
    return { [name]: { ...own, ...Object.fromEntries(added) } };
  };
  const { apiKey } = cast;
  const key = apiKey !== undefined && invocation.operation.auth === 'key' && { authorization: `Bearer ${apiKey}` };
  return {
    ...invocation,
    ...{ ...part('body'), ...part('query'), ...part('params') },
    headers: { ...invocation.headers, ...key },
  };
}
