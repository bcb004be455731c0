/** Judges the responses to planned requests. It sends nothing, so the responses of a recorded run can be judged as well. */

import { isDeepStrictEqual } from 'node:util';
import { quoteOf } from '../calls/challenge.ts';
import { isRefusedFor } from '../calls/refusal.ts';
import {
  errorsOf,
  isAccepted,
  isRefused,
  isShown,
  isStateRefusal,
  needAnswer,
  refusalText,
} from '../calls/responses.ts';
import { type Finding, failure, notTestable } from '../check/outcome.ts';
import type { RunSettings } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import { type Exchange, searchableText } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { receiptIn, receiptNames, transportOf } from '../http/payment-headers.ts';
import type { InvalidRequest, PlannedRequest, ValidRequest } from './planned.ts';

/** The responses to a planned request and to those that belong to it; each is absent until its request was sent. */
export interface Responses {
  /** To the request without payment. */
  readonly unpaid: Exchange;
  /** To the request without payment, sent again. */
  readonly repeated?: Exchange;
  /** To the operation's example. */
  readonly example?: Exchange;
  /** To the example, sent again. */
  readonly exampleAgain?: Exchange;
  readonly siblings?: readonly Exchange[];
  /** To the invalid request that shows whether the target validates after payment. */
  readonly probe?: Exchange | 'none';
  /** To the request with a payment that is not charged; `none` where settlements cannot be made to fail. */
  readonly unsettled?: Exchange | 'none';
  /** To the request with a payment. */
  readonly paid?: Exchange;
  /** To the request after a scenario has created its resource; `none` where no scenario does. */
  readonly prepared?: Exchange | 'none';
}

/** A finding, or the response that is still missing to reach one. */
type Decision = { readonly finding: Finding } | { readonly missing: keyof Responses };

/** Judges the responses to a planned request. */
export function judge(run: RunSettings, request: PlannedRequest, responses: Responses): Finding {
  const decision = decide(run, request, responses);
  if ('finding' in decision) return decision.finding;
  throw new Error(`The response "${decision.missing}" is missing.`);
}

/** The response that the verdict on a request still needs; `undefined` once it has all. */
export function missingResponse(
  run: RunSettings,
  request: PlannedRequest,
  responses: Responses,
): keyof Responses | undefined {
  const decision = decide(run, request, responses);
  return 'missing' in decision ? decision.missing : undefined;
}

function decide(run: RunSettings, request: PlannedRequest, responses: Responses): Decision {
  return request.valid ? decideValid(run, request, responses) : decideInvalid(run, request, responses);
}

/** The decision that there is nothing to report. */
const asExpected: Decision = { finding: undefined };

/** True for a URL or header too long for the HTTP server, which rejects it before the service sees it. */
function isTooLong({ received: { status } }: Exchange): boolean {
  return status === 414 || status === 431;
}

/**
 * True for a response that treats the request as valid, also where it reports that a named resource does not exist.
 *
 * The example is then rejected in the same way, since its resource does not exist either. Or the path has several
 * parameters, and no resource needs to exist once one of them changes. `undefined` where the response to the example
 * decides it and is missing.
 */
function isTreatedAsValid(
  { contract }: RunSettings,
  { invocation: { operation, params }, example: base }: PlannedRequest,
  { received }: Exchange,
  example: Exchange | undefined,
): boolean | undefined {
  if (isAccepted(contract, operation, received)) return true;
  if (!isStateRefusal(contract, operation, received)) return false;
  const isNamedTogether = Object.keys(params ?? {}).length > 1 && !isDeepStrictEqual(params, base.params);
  if (received.status === 404 && isNamedTogether) return true;
  return example && example.received.status === received.status;
}

/** Throws unless the response to the operation's example accepts it: rejections count only where not every request is rejected. */
export function needAccepted(
  { contract }: Pick<RunSettings, 'contract'>,
  operation: Operation,
  example: Exchange,
): void {
  needAnswer({ contract }, operation, example);
  const { received } = example;
  // Where its resource does not exist, the example is treated as valid all the same.
  if (isAccepted(contract, operation, received) || isStateRefusal(contract, operation, received)) return;
  const rejected = `${operation.id} rejects its own example with ${received.status}`;
  if (!isShown(operation)) throw new NotTestable('open', `${rejected}, and the documents do not show its request.`);
  throw new UnexpectedResponse(`${rejected}.`, example);
}

/** The finding on an invalid request, or the response that it still needs; a paid one only where nothing else decides. */
function decideInvalid(run: RunSettings, request: InvalidRequest, responses: Responses): Decision {
  const { operation } = request.invocation;
  const { unpaid, example } = responses;
  if (isTooLong(unpaid)) return asExpected;
  needAnswer(run, operation, unpaid);
  // Accepting it is a failure in any case; a rejection counts only where the example is accepted.
  const isTaken = isTreatedAsValid(run, request, unpaid, example);
  if (!isTaken) {
    if (!example) return { missing: 'example' };
    needAccepted(run, operation, example);
  }
  if (isRefused(unpaid.received, request.errors, request.part)) return { finding: unnamed(request, unpaid) };
  const looksUpFirst = operation.auth === 'key' && isStateRefusal(run.contract, operation, unpaid.received);
  if (looksUpFirst) return decidePrepared(run, request, responses);
  const mayComeLater = unpaid.received.status === 402 && operation.auth === 'payment' && !request.validatedFirst;
  if (!mayComeLater) return decideRepeated(run, request, responses);
  if (request.payable) return decidePaid(run, request, responses);
  const detail =
    'The target requires payment before it validates, which the documents leave open, so only a paid request could show it.';
  return { finding: notTestable(run.level === 'free' ? 'means' : 'open', detail) };
}

/** A request that was not refused is repeated, so that one unstable response is not reported as a failure. */
function decideRepeated(run: RunSettings, request: InvalidRequest, { unpaid, repeated }: Responses): Decision {
  if (!repeated) return { missing: 'repeated' };
  needAnswer(run, request.invocation.operation, repeated);
  if (isRefused(repeated.received, request.errors, request.part)) {
    throw new UnexpectedResponse(twoStatuses('invalid', unpaid, repeated), repeated);
  }
  const detail = `Invalid request must be rejected: ${request.because}.`;
  return { finding: failure(detail, refusalText(request.errors), repeated) };
}

function twoStatuses(kind: 'valid' | 'invalid', one: Exchange, other: Exchange): string {
  return `The same ${kind} request got HTTP ${one.received.status} once and ${other.received.status} once.`;
}

/** A request that may be refused after its payment only: the target must not serve it then. */
function decidePaid(run: RunSettings, request: InvalidRequest, responses: Responses): Decision {
  const { operation } = request.invocation;
  const { unsettled, paid } = responses;
  if (!unsettled) return { missing: 'unsettled' };
  if (unsettled !== 'none' && isRefusedFor(run, 'settlement-failed', unsettled.received))
    return { finding: notRefused(request, unsettled) };
  if (unsettled !== 'none' && isRefused(unsettled.received, request.errors, request.part))
    return { finding: findingOnServed(run, request, unsettled) };
  if (!paid) return { missing: 'paid' };
  needAnswer(run, operation, paid);
  if (paid.received.status === 402)
    throw new UnexpectedResponse(
      'The payment for an invalid request was rejected, so its validation was not reached.',
      paid,
    );
  if (isStateRefusal(run.contract, operation, paid.received)) return decidePrepared(run, request, responses);
  return { finding: findingOnServed(run, request, paid) };
}

/** A request that the target may reject for a missing resource is sent where a valid one is served. */
function decidePrepared(run: RunSettings, request: InvalidRequest, { prepared }: Responses): Decision {
  if (!prepared) return { missing: 'prepared' };
  const isUndecided =
    prepared === 'none' ||
    prepared.received.status === 402 ||
    (isStateRefusal(run.contract, request.invocation.operation, prepared.received) &&
      !isRefused(prepared.received, request.errors, request.part) &&
      !lacksField(request));
  if (!isUndecided) return { finding: findingOnServed(run, request, prepared) };
  const detail = 'The target looks up the resource that the request names before it validates the request.';
  return { finding: notTestable('open', detail) };
}

/** True for a request without a field of the example: a resource that it does not name cannot be looked up. */
function lacksField({ invocation, example, part }: InvalidRequest): boolean {
  const fields = fieldsOf(invocation[part]);
  return Object.keys(fieldsOf(example[part])).some((name) => !Object.hasOwn(fields, name));
}

/** The finding on the response to an invalid request that would be served if it were valid. */
function findingOnServed({ contract }: RunSettings, request: InvalidRequest, exchange: Exchange): Finding {
  if (!isRefused(exchange.received, request.errors, request.part)) return notRefused(request, exchange);
  // Settlement receipts are sent for failures, too.
  const transport = transportOf(contract);
  const receipt = receiptIn(transport, 'transaction', exchange.received.headers);
  if (!receipt) return unnamed(request, exchange);
  const detail = `Rejected request must not be charged: ${request.because}.`;
  return failure(detail, `no ${receiptNames(transport, 'transaction').join(' or ')} header`, exchange, receipt);
}

function notRefused({ because, errors }: InvalidRequest, exchange: Exchange): Finding {
  return failure(`Invalid paid request must be rejected: ${because}.`, refusalText(errors), exchange);
}

/** The failure of a refusal that does not name the invalid field, where it has to. */
function unnamed({ names, part, errors }: InvalidRequest, exchange: Exchange): Finding {
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

/** The finding on a valid request, or the response that it still needs. */
function decideValid(run: RunSettings, request: ValidRequest, responses: Responses): Decision {
  const { unpaid, example } = responses;
  needAnswer(run, request.invocation.operation, unpaid);
  if (isTooLong(unpaid)) return asExpected;
  const isTaken = isTreatedAsValid(run, request, unpaid, example);
  if (isTaken === undefined) return { missing: 'example' };
  return isTaken ? decideAfterPayment(run, request, responses) : decideRejected(run, request, responses);
}

/** A rejection counts only where other requests are accepted, and only if it is seen twice. */
function decideRejected(run: RunSettings, request: ValidRequest, responses: Responses): Decision {
  const { contract } = run;
  const { operation } = request.invocation;
  const { unpaid, siblings, example, repeated, exampleAgain } = responses;
  if (!siblings) return { missing: 'siblings' };
  if (!example) return { missing: 'example' };
  const isSiblingAccepted = siblings.some(({ received }) => isAccepted(contract, operation, received));
  if (!isSiblingAccepted && !isFieldBlamed(run, request, unpaid)) needAccepted(run, operation, example);
  if (!repeated) return { missing: 'repeated' };
  needAnswer(run, operation, repeated);
  if (isTreatedAsValid(run, request, repeated, example))
    throw new UnexpectedResponse(twoStatuses('valid', unpaid, repeated), repeated);
  // The resource of the example may be gone meanwhile, or have become one of several.
  if (isAccepted(contract, operation, example.received)) {
    if (!exampleAgain) return { missing: 'exampleAgain' };
    const { received } = exampleAgain;
    if (!isAccepted(contract, operation, received))
      throw new NotTestable('unserved', `${operation.id} has come to reject its own example with ${received.status}.`);
  }
  const expected = operation.auth === 'payment' ? '402' : '2xx';
  return { finding: failure(`Valid request must be accepted: ${request.because}.`, expected, repeated) };
}

/** True for an error that names a missing field and none of the fields that the request has. */
function isFieldBlamed(
  { contract }: RunSettings,
  { field, invocation: { operation, body, query } }: ValidRequest,
  { received }: Exchange,
): boolean {
  if (field === undefined || !isShown(operation)) return false;
  if (!isRefused(received, errorsOf(contract, operation), 'body')) return false;
  const words = new Set(searchableText(received).match(/\w+/g));
  const given = [body, query].flatMap((part) => Object.keys(fieldsOf(part)));
  return words.has(field) && !given.includes(field) && !given.some((name) => words.has(name));
}

/** A target that validates after payment may refuse a request that it has accepted, so a cheap one is paid for. */
function decideAfterPayment(run: RunSettings, request: ValidRequest, responses: Responses): Decision {
  const { operation } = request.invocation;
  const { unpaid, probe, paid } = responses;
  if (!request.payable || !request.probe) return asExpected;
  if (!probe) return { missing: 'probe' };
  const validatesLate = probe !== 'none' && probe.received.status === 402;
  if (!validatesLate || !isAffordable(run, unpaid)) return asExpected;
  if (!paid) return { missing: 'paid' };
  needAnswer(run, operation, paid);
  if (!isRefused(paid.received, errorsOf(run.contract, operation), 'body')) return asExpected;
  return { finding: failure(`Valid paid request must be accepted: ${request.because}.`, '2xx', paid) };
}

/** Micro-USDC that a valid request may cost at level paid, where it is paid only to see the response. */
const maxPrice = 50_000n;

/** True where a call may be paid for only to see its response, by its response without payment. */
export function isAffordable(run: RunSettings, unpaid: Exchange): boolean {
  if (run.level === 'free') return false;
  const quote = quoteOf(run, unpaid);
  return quote !== undefined && (run.level === 'controlled' || quote <= maxPrice);
}
