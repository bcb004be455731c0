/** Builds HTTP responses: replies, challenges and problems. Nothing here decides about money. */

import { isDeepStrictEqual } from 'node:util';
import { noHeaders, overlay } from '../http/headers.ts';
import type { Answer, IncomingCall } from '../http/request.ts';
import type { Quote } from '../money/formula.ts';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import { unixSeconds } from '../system/clock.ts';
import { createChallenge, failureHeaders, PaymentRequired, receiptHeaders } from '../x402/challenge.ts';
import { createOffers, isSolana, withHints } from '../x402/offer.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import { errorOf, findError, type ProblemAnswer, refusalError, renderProblem } from './problems.ts';
import type { RequestContext } from './request-context.ts';
import type { Services } from './services.ts';

/** Headers that a page of another origin may read, besides those of payments. */
const exposed = [
  'WWW-Authenticate',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Source',
];

/** Tells callers that the path is unknown, and not what it names. */
const unknownPath = new Problem('not-found', { message: 'No operation has this path.' });

const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Builds the responses of one host. */
export interface Answers {
  /** Responds to an unknown path or method, or to a preflight request of a browser. */
  unrouted(context: RequestContext, allowed: readonly string[]): Answer;
  /** Asks for a payment. */
  challenge(context: RequestContext, quote: Quote): Answer;
  /** Sends the reply of a handler. */
  reply(context: RequestContext, reply: Reply): Answer;
  /** Sends a stream. */
  stream(context: RequestContext, reply: Reply, parts: AsyncIterable<string>, trailers: Answer['trailers']): Answer;
  /** Returns the response of a problem; any other error is logged and becomes an internal error. */
  problem(context: RequestContext, error: unknown): Answer;
  /** The last event of a broken stream. It has two marks, and official clients throw on either. */
  errorEvent(context: RequestContext, error: unknown): StreamEvent;
}

/** The services that responses read. */
type AnswerServices = Pick<Services, 'payTo' | 'log' | 'clock' | 'blocks'>;

/** Describes an error of a request: as its problem is specified, or as an internal error that is logged. */
function describe(
  host: HostDefinition,
  services: AnswerServices,
  context: RequestContext,
  error: unknown,
): ProblemAnswer {
  const { route } = context;
  const known = error instanceof Problem ? findError(error, host, route) : undefined;
  if (!(error instanceof Problem) || !known) {
    services.log.error({ route: route?.operation.id, err: error }, 'internal error');
    return renderProblem(errorOf('internal-error', 500, host, route), {}, {});
  }
  const quote = error instanceof PaymentRequired ? error.quote : context.quote;
  const described = renderProblem(known, error.fields, { ...error.headers, ...failureOf(error, host) });
  return quote && known.http === 402 ? withChallenge(host, services, context, described, quote) : described;
}

/** The receipt of a settlement that failed. */
function failureOf(error: Problem, { payment }: HostDefinition): Readonly<Record<string, string>> {
  const unsettled = error instanceof PaymentProblem ? error.unsettled : undefined;
  return unsettled && payment ? failureHeaders(unsettled, payment.transport) : noHeaders;
}

/** Adds the challenge to the body and headers of a 402; fields that it has already take precedence. */
function withChallenge(
  host: HostDefinition,
  { payTo, clock, blocks }: AnswerServices,
  { incoming, route }: RequestContext,
  { status, headers, body }: ProblemAnswer,
  quote: Quote,
): ProblemAnswer {
  if (!host.payment || !route) return { status, headers, body };
  const resource = {
    url: addressOf(incoming),
    description: route.operation.summary,
    mimeType: 'application/json',
  };
  const offers = createOffers(host.payment, payTo, quote.amount, route.window);
  const hinted = withHints(offers, () => blocks.latest(unixSeconds(clock)));
  const challenge = createChallenge(hinted, quote, resource, body, host.payment.transport);
  return { status, headers: { ...challenge.headers, ...headers }, body: challenge.body };
}

function addressOf({ baseUrl, path }: IncomingCall): string {
  return `${baseUrl}${path}`;
}

/** Status, headers and body of a JSON response. */
interface JsonAnswer extends Pick<Answer, 'status' | 'headers'> {
  readonly body: string;
}

/** A challenge, with the price and URL that it is for. */
interface KeptChallenge {
  /** The response where a call adds no headers. */
  readonly answer: JsonAnswer;
  readonly price: Price;
  readonly url: string;
}

/** The part of a quote that a challenge shows. */
type Price = Pick<Quote, 'amount' | 'breakdown'> & { readonly details?: Quote['details'] | undefined };

function isSame(one: Price, other: Price): boolean {
  return (
    one.amount === other.amount &&
    haveSameFields(one.breakdown, other.breakdown) &&
    haveSameFields(one.details ?? {}, other.details ?? {})
  );
}

/** Compares objects with mostly text fields, several times as fast as `isDeepStrictEqual` alone. */
function haveSameFields(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name] || isDeepStrictEqual(one[name], other[name]))
  );
}

/** Creates the responses of a host. */
export function createAnswers(host: HostDefinition, services: AnswerServices): Answers {
  // The last challenge of each route: at the same price and address, the next one is the same.
  const last = new Map<Route, KeptChallenge>();
  const { challenge, receipt } = host.payment?.transport ?? {};
  const receipts = Object.keys(receipt?.headers ?? {});
  const crossOrigin = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': [
      ...new Set([...Object.keys(challenge?.headers ?? {}), ...receipts, ...exposed]),
    ].join(', '),
  };
  const isConstant = host.payment && ![host.payment, ...(host.payment.also ?? [])].some(isSolana);

  /** Headers of every answer. */
  function envelope({ incoming, headers }: RequestContext): Readonly<Record<string, string>> {
    if (incoming.headers.origin !== undefined) return { ...json, ...headers, ...crossOrigin };
    return headers === noHeaders ? json : { ...json, ...headers };
  }

  function enveloped(context: RequestContext, answer: JsonAnswer): Answer {
    return { ...answer, headers: { ...envelope(context), ...answer.headers } };
  }

  function answerProblem(context: RequestContext, error: unknown): Answer {
    const { body, ...rest } = describe(host, services, context, error);
    return enveloped(context, { ...rest, body: JSON.stringify(body) });
  }

  return {
    unrouted(context, allowed) {
      if (allowed.length === 0) return answerProblem(context, unknownPath);
      const methods = { Allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ') };
      if (context.incoming.method !== 'OPTIONS') {
        return answerProblem(context, new Problem('method-not-allowed', {}, methods));
      }
      const permitted = {
        'Access-Control-Allow-Methods': methods.Allow,
        'Access-Control-Allow-Headers': context.incoming.headers['access-control-request-headers'] ?? '*',
        'Access-Control-Max-Age': '86400',
      };
      return { status: 204, headers: { ...methods, ...crossOrigin, ...permitted } };
    },
    challenge(context, quote) {
      const { route } = context;
      const url = addressOf(context.incoming);
      const kept = route && last.get(route);
      if (kept?.url === url && isSame(kept.price, quote))
        return envelope(context) === json ? kept.answer : enveloped(context, kept.answer);
      // No exception is thrown for the most frequent answer of all.
      const required = refusalError('missing', host, route);
      const made = withChallenge(host, services, context, renderProblem(required, {}, {}), quote);
      // Not the quote itself, which holds on to the request it was made for.
      const { amount, breakdown, details } = quote;
      const answer = { status: made.status, headers: { ...json, ...made.headers }, body: JSON.stringify(made.body) };
      if (route && isConstant) last.set(route, { answer, price: { amount, breakdown, details }, url });
      return enveloped(context, answer);
    },
    reply(context, { status, headers, body, relayed, text, bytes, receipt }) {
      const plain = text ?? bytes;
      const own = {
        ...(plain && { 'Content-Type': plain.contentType }),
        ...(receipt?.txHash && host.payment && receiptHeaders(receipt, host.payment.transport)),
      };
      return {
        status,
        headers: overlay({ ...envelope(context), ...own }, headers),
        body: plain ? plain.value : JSON.stringify(body ?? relayed),
      };
    },
    stream(context, { status, headers }, parts, trailers) {
      const own = {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
        ...(receipts.length > 0 && { Trailer: receipts.join(', ') }),
      };
      return { status, headers: overlay({ ...envelope(context), ...own }, headers), parts, trailers };
    },
    problem: answerProblem,
    errorEvent(context, error) {
      const { body } = describe(host, services, context, error);
      const message = typeof body.error === 'string' ? body.error : 'The stream was cut.';
      return { event: 'error', data: { type: 'error', error: { ...body, type: 'error', message } } };
    },
  };
}
