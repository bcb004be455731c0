/** Defaults that no quote shows: the response without a field must be that of its default. */

import { isDeepStrictEqual } from 'node:util';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { writeField } from '../arbitraries/fields.ts';
import { type AnswerCache, answerCacheOf, contentOf } from '../calls/answer-cache.ts';
import { isServed } from '../calls/cheapest.ts';
import { failure, notTestable } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Condition } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import type { Reason } from '../http/interruption.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { comparisonOf } from './comparison.ts';
import type { RuleFinding } from './constraint.ts';
import { isAffordable } from './judge.ts';
import { shown } from './violation.ts';

/** The call without a field, and the same call with the default of the field. */
export interface Pair {
  readonly open: Invocation;
  readonly explicit: Invocation;
}

/** Checks the response against a guarantee of the operation that reads the field; the call is paid for if it has a price. */
export async function judgeAnswer(
  run: Run,
  context: OperationContext,
  field: FieldPath,
  { open, explicit }: Pair,
): Promise<RuleFinding> {
  const { operation, requests, evaluator } = context;
  const cache = answerCacheOf(run);
  const name = field.slice(1).join('.');
  const reads = ({ when, must }: Condition) =>
    [must, ...(when ? [when] : [])].some(({ tree }) =>
      readsOf(tree).some((read) => read.join('.') === field.join('.')),
    );
  const ensured = operation.ensures.find(reads);
  const priced = operation.auth === 'payment';
  if (priced && (run.level === 'free' || !isAffordable(run, await cache.send(open)))) {
    return undecided(
      `The quote does not depend on \`${name}\`, and paying for a response to see its default is not allowed here.`,
    );
  }
  if (!ensured) return compareAnswers(run, context, field, { open, explicit });
  /** Whether the response to a call keeps the guarantee; `undefined` where it does not apply. */
  const keeps = async (call: Invocation) => {
    const exchange = await responseTo(cache, call);
    const { status, headers } = exchange.received;
    const response = contentOf(cache, operation, exchange);
    const read = { ...requests.environment(call), response, status, headers };
    const applies = status < 300 && (!ensured.when || evaluator.holds(ensured.when, read));
    return { exchange, holds: applies ? evaluator.holds(ensured.must, read) : undefined };
  };
  try {
    const { exchange, holds } = await keeps(open);
    if (holds === undefined) {
      return undecided(`The response to the call without \`${name}\` does not show its default.`);
    }
    if (holds) {
      // A guarantee may hold for other values as well.
      const compared = await compareAnswers(run, context, field, { open, explicit });
      return compared.finding?.verdict === 'fail' ? compared : { count: 1, finding: undefined };
    }
    if (!(await keeps(explicit)).holds) {
      return undecided(`The response to the call with \`${name}\` does not satisfy it either: ${ensured.summary}.`);
    }
    const detail = `Response without \`${name}\` must satisfy: ${ensured.summary}.`;
    return { count: 2, finding: failure(detail, ensured.must.text, exchange, exchange.received.json) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return undecided(`The response lacks the fields that would show the default of \`${name}\`: ${error.message}.`);
  }
}

/** The response to a call; where the control API funds wallets, a new wallet pays, so that the spend cap does not apply. */
async function responseTo(cache: AnswerCache, call: Invocation): Promise<Exchange> {
  const isPaidOnce = call.operation.auth === 'payment' && !cache.run.control?.capabilities.has('fund');
  return isPaidOnce ? cache.pay(call) : newResponseTo(cache, call);
}

/** The response to a call that is sent, and paid for, again. */
async function newResponseTo(cache: AnswerCache, call: Invocation): Promise<Exchange> {
  const { run } = cache;
  if (call.operation.auth !== 'payment') return cache.resend(call);
  return run.pay(call, run.control?.capabilities.has('fund') ? { wallet: await run.freshPayer() } : {});
}

/** Other values of a field whose responses are compared. */
const maxValues = 4;

/**
 * Compares the response without the field to those with explicit values.
 *
 * Without it the response must be that of the default; if it is that of another value, the default is wrong. Where
 * responses to the same call vary, or other values make no difference, the result is not testable.
 */
export async function compareAnswers(
  run: Run,
  context: OperationContext,
  field: FieldPath,
  { open, explicit }: Pair,
  alike?: readonly Invocation[],
): Promise<RuleFinding> {
  const cache = answerCacheOf(run);
  const name = field.slice(1).join('.');
  // A call that pays nothing may have been made by another check.
  const earlier = (call: Invocation) =>
    run.level === 'free' && call.operation.auth === 'none' ? cache.send(call) : responseTo(cache, call);
  const first = [await earlier(explicit), await earlier(open)] as const;
  const again = [await responseTo(cache, explicit), await responseTo(cache, open)] as const;
  const [usual, without] = first;
  if (![...first, ...again].every(isServed)) return unserved(name);
  const stable = comparisonOf(first, again);
  if (!stable) return varying(name);
  const differs = stable(without) !== stable(usual);
  const values = [...(differs ? lengthsIn(without.received.json) : []), ...domainOf(field, explicit, context).values];
  const all = alike ?? values.map((value) => writeField(explicit, field, value));
  const calls = all.filter((call) => context.requests.allows(call) && !isDeepStrictEqual(call, explicit));
  let compare = stable;
  let count = 0;
  for (const call of calls.slice(0, maxValues)) {
    const other = await responseTo(cache, call);
    if (!isServed(other) || compare(other) === compare(usual)) continue;
    // What has changed by itself meanwhile is no difference between values.
    const later = await responseTo(cache, explicit);
    if (!isServed(later)) return unserved(name);
    const steadier = comparisonOf([...first, usual], [...again, later]);
    if (!steadier) return varying(name);
    compare = steadier;
    if (compare(other) === compare(usual)) continue;
    count += 1;
    // The response is the one for the default, and at least one value has a different response.
    if (compare(without) === compare(usual)) return { count, finding: undefined };
    if (compare(other) !== compare(without)) continue;
    // Paid for again, so that a time that went on between the calls is not taken for another value.
    const repeated: Exchange[] = [];
    for (const each of [explicit, open, call]) repeated.push(await newResponseTo(cache, each));
    const surest = comparisonOf([usual, without, other], repeated);
    if (!surest || surest(without) === surest(usual) || surest(other) !== surest(without)) return varying(name);
    const detail = `Response without \`${name}\` must be that of its default, but is that of another value.`;
    return { count, finding: failure(detail, 'the response to the default', without, shown(compare(without))) };
  }
  return undecided(`The default of \`${name}\` cannot be observed: its values do not change the response.`);
}

/** The lengths of the lists in a response: values that a limit may have had. */
function lengthsIn(json: unknown): readonly number[] {
  const own = Array.isArray(json) ? [json.length] : [];
  const parts = Array.isArray(json) ? json.slice(0, 1) : Object.values(fieldsOf(json));
  return [...new Set([...own, ...parts.flatMap(lengthsIn)])];
}

function varying(name: string): RuleFinding {
  return undecided(`The default of \`${name}\` cannot be observed: the same call gets different responses.`);
}

export function unserved(name: string): RuleFinding {
  return undecided(`The target does not serve the calls that would show the default of \`${name}\`.`, 'unserved');
}

export function undecided(detail: string, reason: Reason = 'open'): RuleFinding {
  return { count: 0, finding: notTestable(reason, detail) };
}
