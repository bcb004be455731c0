/** Single requests judged: wrong ones have to be refused, right ones must not be. */

import { isDeepStrictEqual } from 'node:util';
import type { Part } from '../arbitraries/fields.ts';
import { nearMisses } from '../arbitraries/near-misses.ts';
import type { Outcome } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import type { ErrorEntry, Operation, Rule } from '../contract/contract.ts';
import { searchableText } from '../http/searchable-text.ts';
import { fieldsOf } from '../json/json.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import type { AnswerCache } from './answer-cache.ts';
import { sendPrepared } from './prepared-calls.ts';
import { quoteOf } from './quote.ts';
import {
  errorsOf,
  failure,
  isAccepted,
  isRefused,
  isShown,
  isStateRefusal,
  needAnswer,
  refusalText,
} from './responses.ts';
import { isUnsettled, payUnsettled } from './unsettled.ts';

/** A request that is wrong, and how it has to be refused. */
export interface InvalidRequest {
  readonly invocation: Invocation;
  readonly part: Part;
  /** Error id; absent for that of any wrong body. */
  readonly error?: string;
  /** What is wrong with it, for the report. */
  readonly because: string;
  /** What is wrong by name, and whether the refusal has to say it whatever its error. */
  readonly names?: { readonly name: string; readonly always: boolean };
}

/** What one request showed; `undefined` when it behaved. */
export type Finding = Exclude<Outcome, { verdict: 'pass' }> | undefined;

/** Judges a wrong request; it is paid for only where a refusal may come after the price. */
export async function judgeInvalid(cache: AnswerCache, rule: Rule, wrong: InvalidRequest): Promise<Finding> {
  const { operation } = wrong.invocation;
  const errors = allowedErrors(cache, wrong);
  const exchange = await cache.send(wrong.invocation);
  if (isTooLong(exchange)) return undefined;
  needAnswer(cache.run, operation, exchange);
  // Whatever takes a wrong request is at fault; a refusal means something only where the example is not refused.
  if (!(await isTaken(cache, wrong.invocation, exchange))) await needExample(cache, operation);
  if (isRefused(exchange.received, errors, wrong.part)) return unnamed(exchange, wrong, errors);
  const looksFirst = operation.auth === 'key' && isStateRefusal(cache.run.contract, operation, exchange.received);
  if (looksFirst) return judgeGrounded(cache, wrong, errors);
  const mayComeLater =
    exchange.received.status === 402 && operation.auth === 'payment' && !validatesFirst(operation, rule);
  if (!mayComeLater) return notRefused(cache, wrong, errors);
  if (rule.tier !== 'must' || cache.run.level === 'free') {
    const detail =
      'The target asks for payment before it validates; the documents leave that open, and paying is needed to see.';
    return { verdict: 'not-testable', detail };
  }
  return judgePaid(cache, wrong, errors);
}

/** The errors that a wrong request may get: its own, and those of the rules across fields that it breaks as well. */
function allowedErrors(cache: AnswerCache, { invocation, error }: InvalidRequest): readonly ErrorEntry[] {
  const { contract } = cache.run;
  const { operation } = invocation;
  const broken = cache.requests(operation).broken(invocation);
  return [error, ...broken.map((condition) => condition.error)].flatMap((each) => errorsOf(contract, operation, each));
}

/** Asks once more, so that one odd answer is not blamed on the target. */
async function notRefused(cache: AnswerCache, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Promise<Finding> {
  const exchange = await cache.resend(wrong.invocation);
  needAnswer(cache.run, wrong.invocation.operation, exchange);
  if (isRefused(exchange.received, errors, wrong.part)) {
    throw new UnexpectedResponse('The same wrong request was refused once and not another time.', exchange);
  }
  return failure(`A request was not refused although ${wrong.because}.`, refusalText(errors), exchange);
}

async function judgePaid(cache: AnswerCache, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Promise<Finding> {
  const unsettled = await payUnsettled(cache.run, wrong.invocation);
  if (unsettled && isUnsettled(unsettled.received)) {
    return failure(`A paid request was not refused although ${wrong.because}.`, refusalText(errors), unsettled);
  }
  if (unsettled && isRefused(unsettled.received, errors, wrong.part)) return judgeServed(unsettled, wrong, errors);
  const paid = await cache.pay(wrong.invocation);
  needAnswer(cache.run, wrong.invocation.operation, paid);
  if (paid.received.status === 402)
    throw new UnexpectedResponse('The payment for a wrong request was not accepted, so nothing is decided.', paid);
  if (isStateRefusal(cache.run.contract, wrong.invocation.operation, paid.received)) {
    return judgeGrounded(cache, wrong, errors);
  }
  return judgeServed(paid, wrong, errors);
}

/** Judges a wrong request where a right one is served: where what it names does not exist, nobody has to look at the rest. */
async function judgeGrounded(
  cache: AnswerCache,
  wrong: InvalidRequest,
  errors: readonly ErrorEntry[],
): Promise<Finding> {
  const { operation } = wrong.invocation;
  const exchange = await sendPrepared(cache.run, wrong.invocation);
  const undecided =
    !exchange ||
    exchange.received.status === 402 ||
    (isStateRefusal(cache.run.contract, operation, exchange.received) &&
      !isRefused(exchange.received, errors, wrong.part));
  if (!undecided) return judgeServed(exchange, wrong, errors);
  return { verdict: 'not-testable', detail: 'The target looks for what the request names before it validates it.' };
}

/** Judges the answer to a wrong request that nothing else than its being wrong keeps from being served. */
function judgeServed(paid: Exchange, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Finding {
  const { headers } = paid.received;
  if (!isRefused(paid.received, errors, wrong.part)) {
    return failure(`A paid request was not refused although ${wrong.because}.`, refusalText(errors), paid);
  }
  // A transaction hash: settlement receipts are sent for failures, too.
  const receipt = headers['x-payment-receipt'];
  if (receipt)
    return failure(`A request was refused and charged all the same: ${wrong.because}.`, 'no charge', paid, receipt);
  return unnamed(paid, wrong, errors);
}

function unnamed(exchange: Exchange, { names, part }: InvalidRequest, errors: readonly ErrorEntry[]): Finding {
  // Of several refusals that a request may get, only some say what is wrong with it.
  const told = errors.some((error) => error.names && error.http === exchange.received.status);
  if (!names || part === 'params' || !(names.always || told)) return undefined;
  const { name } = names;
  const text = searchableText(exchange.received);
  if (text.includes(name)) return undefined;
  return failure(`The refusal does not name "${name}".`, `a body that names ${name}`, exchange, text.slice(0, 300));
}

/** Throws unless the operation takes its own example: refusals mean something only where not everything is refused. */
export async function needExample(cache: AnswerCache, operation: Operation): Promise<void> {
  const { base } = cache.requests(operation);
  const exchange = await cache.send(base);
  needAnswer(cache.run, operation, exchange);
  if (await isTaken(cache, base, exchange)) return;
  const told = `${operation.id} answers ${exchange.received.status} to its own example`;
  if (!isShown(operation)) throw new NotTestable(`${told}, and the documents do not show what it takes.`);
  throw new UnexpectedResponse(`${told}.`, exchange);
}

/**
 * True for an answer that takes the request as valid, if only to tell that what it names does not exist.
 *
 * The example is refused in the same way then: what it names does not exist by itself either. Or the path names it by
 * several parameters, and need not lead anywhere once one of them is another.
 */
async function isTaken(
  cache: AnswerCache,
  { operation, params }: Invocation,
  { received }: Exchange,
): Promise<boolean> {
  const { contract } = cache.run;
  if (isAccepted(contract, operation, received)) return true;
  if (!isStateRefusal(contract, operation, received)) return false;
  const { base } = cache.requests(operation);
  const isNamedTogether = Object.keys(params ?? {}).length > 1 && !isDeepStrictEqual(params, base.params);
  if (received.status === 404 && isNamedTogether) return true;
  const example = await cache.send(base);
  return example.received.status === received.status;
}

/** True for a URL too long for an HTTP server, which refuses it before any rule of the service is read. */
function isTooLong({ received: { status } }: Exchange): boolean {
  return status === 414 || status === 431;
}

/** Micro-USDC up to which a right request is paid for at level paid, only to see what it is answered. */
const cheap = 50_000n;

/** True where a call may be paid for only to see its answer. */
export async function isAffordable(cache: AnswerCache, invocation: Invocation): Promise<boolean> {
  const { run } = cache;
  if (run.level === 'free') return false;
  const quote = quoteOf(run, await cache.send(invocation));
  return quote !== undefined && (run.level === 'controlled' || quote <= cheap);
}

/**
 * Judges a right request: it is served or priced, and where wrong ones are refused after payment only, it is paid for.
 *
 * `siblings` differ from it in the field in question only: if one of them is taken, the refusal is about that field. It
 * is as well where it names that field, which the request does not have, and none that it has.
 */
export async function judgeValid(
  cache: AnswerCache,
  rule: Rule,
  invocation: Invocation,
  because: string,
  { siblings = [], field }: { readonly siblings?: readonly Invocation[]; readonly field?: string | undefined } = {},
): Promise<Finding> {
  const { operation } = invocation;
  const { contract } = cache.run;
  const first = await cache.send(invocation);
  needAnswer(cache.run, operation, first);
  if (isTooLong(first)) return undefined;
  if (await isTaken(cache, invocation, first)) return refusedLate(cache, rule, invocation, because);
  // Where everything is refused, a refusal says nothing.
  const others = await Promise.all(siblings.map((sibling) => cache.send(sibling)));
  const told = others.some(({ received }) => isAccepted(contract, operation, received));
  if (!told && !(field !== undefined && isBlamed(cache, field, invocation, first))) await needExample(cache, operation);
  const second = await cache.resend(invocation);
  needAnswer(cache.run, operation, second);
  if (!(await isTaken(cache, invocation, second))) {
    return failure(`A request was refused although ${because}.`, operation.auth === 'payment' ? '402' : '2xx', second);
  }
  throw new UnexpectedResponse('The same right request was refused once and not another time.', second);
}

/** True for a refusal that can only mean that a field is missing: it names that field and none of those that are there. */
function isBlamed(
  { run }: AnswerCache,
  field: string,
  { operation, body, query }: Invocation,
  { received }: Exchange,
): boolean {
  if (!isShown(operation) || !isRefused(received, errorsOf(run.contract, operation), 'body')) return false;
  const words = new Set(searchableText(received).match(/\w+/g));
  const given = [body, query].flatMap((part) => Object.keys(fieldsOf(part)));
  return words.has(field) && !given.includes(field) && !given.some((name) => words.has(name));
}

async function refusedLate(cache: AnswerCache, rule: Rule, invocation: Invocation, because: string): Promise<Finding> {
  const { run } = cache;
  if (rule.tier !== 'must' || run.level === 'free' || !(await validatesLate(cache, invocation.operation)))
    return undefined;
  if (!(await isAffordable(cache, invocation))) return undefined;
  const paid = await cache.pay(invocation);
  needAnswer(run, invocation.operation, paid);
  const errors = errorsOf(run.contract, invocation.operation);
  if (!isRefused(paid.received, errors, 'body')) return undefined;
  return failure(`A paid request was refused although ${because}.`, '2xx', paid);
}

/** True where a request that breaks a rule, or any, has to be told so before any price. */
function validatesFirst({ body, validates }: Operation, rule?: Rule): boolean {
  const [field = ''] = rule?.schema?.in === 'body' ? rule.schema.path : [];
  return validates === 'before-challenge' || body?.validates === 'before-challenge' || !!body?.first?.includes(field);
}

/** True where the target asks for payment before it looks at the fields of a request. */
async function validatesLate(cache: AnswerCache, operation: Operation): Promise<boolean> {
  const { body } = operation;
  if (operation.auth !== 'payment' || !body || validatesFirst(operation)) return false;
  const { base } = cache.requests(operation);
  const [shape = {}] = cache.material.validator.shapes(body.schema);
  for (const name of Object.keys(propertiesOf(shape))) {
    const [miss] = nearMisses({ schema: body.schema, path: [name], keyword: 'type' }, base.body, cache.material);
    if (!miss) continue;
    const { received } = await cache.send({ ...base, body: miss.value });
    return received.status === 402;
  }
  return false;
}
