/** Checks of single requests: invalid ones must be rejected, valid ones accepted. */

import { isDeepStrictEqual } from 'node:util';
import type { Part } from '../arbitraries/fields.ts';
import type { AnswerCache } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import { isUnsettled, payUnsettled } from '../calls/control.ts';
import {
  errorsOf,
  isAccepted,
  isRefused,
  isShown,
  isStateRefusal,
  needAnswer,
  refusalText,
} from '../calls/responses.ts';
import { failure, type Outcome } from '../check/outcome.ts';
import { fieldsOf } from '../common/json.ts';
import type { ErrorEntry, Operation, Rule } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { searchableText } from '../http/searchable-text.ts';
import { sendPrepared } from '../scenario/prepared-calls.ts';
import { validatesFirst, validatesLate } from './validation-order.ts';

/** An invalid request, and how it must be rejected. */
export interface InvalidRequest {
  readonly invocation: Invocation;
  readonly part: Part;
  /** Error id; default: the error of any invalid body. */
  readonly error?: string;
  /** Why it is invalid, for the report. */
  readonly because: string;
  /** The invalid field, the fields around it, any of which names the place, and whether every error must name it. */
  readonly names?: { readonly name: string; readonly around?: readonly string[]; readonly always: boolean };
}

/** The finding of one request; `undefined` when the response is as expected. */
export type Finding = Exclude<Outcome, { verdict: 'pass' }> | undefined;

/** Checks that an invalid request is rejected; pays only where the target may validate after payment. */
export async function judgeInvalid(cache: AnswerCache, rule: Rule, wrong: InvalidRequest): Promise<Finding> {
  const { operation } = wrong.invocation;
  const errors = allowedErrors(cache, wrong);
  const exchange = await cache.send(wrong.invocation);
  if (isTooLong(exchange)) return undefined;
  needAnswer(cache.run, operation, exchange);
  // Accepting it is a failure in any case; a rejection counts only where the example is accepted.
  if (!(await isTreatedAsValid(cache, wrong.invocation, exchange))) await needExample(cache, operation);
  if (isRefused(exchange.received, errors, wrong.part)) return unnamed(exchange, wrong, errors);
  const looksUpFirst = operation.auth === 'key' && isStateRefusal(cache.run.contract, operation, exchange.received);
  if (looksUpFirst) return judgePrepared(cache, wrong, errors);
  const mayComeLater =
    exchange.received.status === 402 && operation.auth === 'payment' && !validatesFirst(operation, rule);
  if (!mayComeLater) return notRefused(cache, wrong, errors);
  if (rule.tier !== 'must' || cache.run.level === 'free') {
    const detail =
      'The target requires payment before it validates, which the documents leave open, so only a paid request could show it.';
    return { verdict: 'not-testable', detail };
  }
  return judgePaid(cache, wrong, errors);
}

/** The errors that may reject an invalid request: its own, and those of the conditions that it breaks as well. */
function allowedErrors(cache: AnswerCache, { invocation, error }: InvalidRequest): readonly ErrorEntry[] {
  const { contract } = cache.run;
  const { operation } = invocation;
  const broken = cache.requests(operation).broken(invocation);
  return [error, ...broken.map((condition) => condition.error)].flatMap((each) => errorsOf(contract, operation, each));
}

/** Repeats the request, so that one unstable response is not reported as a failure. */
async function notRefused(cache: AnswerCache, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Promise<Finding> {
  const exchange = await cache.resend(wrong.invocation);
  needAnswer(cache.run, wrong.invocation.operation, exchange);
  if (isRefused(exchange.received, errors, wrong.part)) {
    throw new UnexpectedResponse('The same invalid request was rejected once and accepted once.', exchange);
  }
  return failure(`Invalid request must be rejected: ${wrong.because}.`, refusalText(errors), exchange);
}

async function judgePaid(cache: AnswerCache, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Promise<Finding> {
  const unsettled = await payUnsettled(cache.run, wrong.invocation);
  if (unsettled && isUnsettled(unsettled.received)) {
    return failure(`Invalid paid request must be rejected: ${wrong.because}.`, refusalText(errors), unsettled);
  }
  if (unsettled && isRefused(unsettled.received, errors, wrong.part)) return judgeServed(unsettled, wrong, errors);
  const paid = await cache.pay(wrong.invocation);
  needAnswer(cache.run, wrong.invocation.operation, paid);
  if (paid.received.status === 402)
    throw new UnexpectedResponse(
      'The payment for an invalid request was rejected, so its validation was not reached.',
      paid,
    );
  if (isStateRefusal(cache.run.contract, wrong.invocation.operation, paid.received)) {
    return judgePrepared(cache, wrong, errors);
  }
  return judgeServed(paid, wrong, errors);
}

/** Checks an invalid request where a valid one is served: otherwise the target may reject it for a missing resource. */
async function judgePrepared(
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
  return {
    verdict: 'not-testable',
    detail: 'The target looks up the resource that the request names before it validates the request.',
  };
}

/** Checks the response to an invalid request that would be served if it were valid. */
function judgeServed(paid: Exchange, wrong: InvalidRequest, errors: readonly ErrorEntry[]): Finding {
  const { headers } = paid.received;
  if (!isRefused(paid.received, errors, wrong.part)) {
    return failure(`Invalid paid request must be rejected: ${wrong.because}.`, refusalText(errors), paid);
  }
  // A transaction hash: settlement receipts are sent for failures, too.
  const receipt = headers['x-payment-receipt'];
  if (receipt)
    return failure(
      `Rejected request must not be charged: ${wrong.because}.`,
      'no X-PAYMENT-RECEIPT header',
      paid,
      receipt,
    );
  return unnamed(paid, wrong, errors);
}

function unnamed(exchange: Exchange, { names, part }: InvalidRequest, errors: readonly ErrorEntry[]): Finding {
  // Of several errors that may reject a request, only some name the field.
  const mustName = errors.some((error) => error.names && error.http === exchange.received.status);
  if (!names || part === 'params' || !(names.always || mustName)) return undefined;
  const { name, around = [] } = names;
  const text = searchableText(exchange.received);
  if ([name, ...around].some((each) => text.includes(each))) return undefined;
  return failure(
    `Error response must name \`${name}\`.`,
    `a body that contains ${JSON.stringify(name)}`,
    exchange,
    text.slice(0, 300),
  );
}

/** Throws unless the target accepts the operation's example: rejections count only where not every request is rejected. */
export async function needExample(cache: AnswerCache, operation: Operation): Promise<void> {
  const { base } = cache.requests(operation);
  const exchange = await cache.send(base);
  needAnswer(cache.run, operation, exchange);
  if (await isTreatedAsValid(cache, base, exchange)) return;
  const rejected = `${operation.id} rejects its own example with ${exchange.received.status}`;
  if (!isShown(operation)) throw new NotTestable(`${rejected}, and the documents do not show its request.`);
  throw new UnexpectedResponse(`${rejected}.`, exchange);
}

/**
 * True for a response that treats the request as valid, also where it reports that a named resource does not exist.
 *
 * The example is then rejected in the same way, since its resource does not exist either. Or the path has several
 * parameters, and no resource needs to exist once one of them changes.
 */
async function isTreatedAsValid(
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

/** Throws where the example has come to be refused as well: its resource is gone, or has become one of several. */
async function needExampleStill(cache: AnswerCache, operation: Operation): Promise<void> {
  const { base } = cache.requests(operation);
  const { received } = await cache.resend(base);
  if (isAccepted(cache.run.contract, operation, received)) return;
  throw new NotTestable(`${operation.id} has come to reject its own example with ${received.status}.`);
}

/** True for a URL or header too long for the HTTP server, which rejects it before the service sees it. */
function isTooLong({ received: { status } }: Exchange): boolean {
  return status === 414 || status === 431;
}

/** Micro-USDC that a valid request may cost at level paid, where it is paid only to see the response. */
const cheap = 50_000n;

/** True where a call may be paid for only to see its response. */
export async function isAffordable(cache: AnswerCache, invocation: Invocation): Promise<boolean> {
  const { run } = cache;
  if (run.level === 'free') return false;
  const quote = quoteOf(run, await cache.send(invocation));
  return quote !== undefined && (run.level === 'controlled' || quote <= cheap);
}

/**
 * Checks that a valid request is accepted: served or priced, and paid for where the target validates after payment.
 *
 * `siblings` differ from it in the field in question only: if one of them is accepted, the rejection is about that
 * field. So it is where the error names that field, which the request lacks, and none that it has.
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
  if (await isTreatedAsValid(cache, invocation, first)) return rejectedAfterPayment(cache, rule, invocation, because);
  // Where every request is rejected, a rejection proves nothing.
  const others = await Promise.all(siblings.map((sibling) => cache.send(sibling)));
  const siblingAccepted = others.some(({ received }) => isAccepted(contract, operation, received));
  if (!siblingAccepted && !(field !== undefined && isBlamed(cache, field, invocation, first)))
    await needExample(cache, operation);
  const isExampleAccepted = isAccepted(
    contract,
    operation,
    (await cache.send(cache.requests(operation).base)).received,
  );
  const second = await cache.resend(invocation);
  needAnswer(cache.run, operation, second);
  if (!(await isTreatedAsValid(cache, invocation, second))) {
    if (isExampleAccepted) await needExampleStill(cache, operation);
    return failure(`Valid request must be accepted: ${because}.`, operation.auth === 'payment' ? '402' : '2xx', second);
  }
  throw new UnexpectedResponse('The same valid request was rejected once and accepted once.', second);
}

/** True for an error that names a missing field and none of the fields that the request has. */
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

async function rejectedAfterPayment(
  cache: AnswerCache,
  rule: Rule,
  invocation: Invocation,
  because: string,
): Promise<Finding> {
  const { run } = cache;
  if (rule.tier !== 'must' || run.level === 'free' || !(await validatesLate(cache, invocation.operation)))
    return undefined;
  if (!(await isAffordable(cache, invocation))) return undefined;
  const paid = await cache.pay(invocation);
  needAnswer(run, invocation.operation, paid);
  const errors = errorsOf(run.contract, invocation.operation);
  if (!isRefused(paid.received, errors, 'body')) return undefined;
  return failure(`Valid paid request must be accepted: ${because}.`, '2xx', paid);
}
