/** Builds HTTP responses: replies, challenges and problems. Nothing here decides about money. */

import { noHeaders, overlay } from '../http/headers.ts';
import type { Answer, IncomingCall } from '../http/request.ts';
import type { Quote } from '../money/formula.ts';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { SettledPayment } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { unixSeconds } from '../system/clock.ts';
import { createChallenge, failureHeaders, PaymentRequired, receiptHeaders } from '../x402/challenge.ts';
import { extensionsOf } from '../x402/extensions.ts';
import { createOffers, withHints } from '../x402/offer.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import { type JsonAnswer, KeptChallenges } from './kept-challenges.ts';
import { errorOf, findError, type ProblemAnswer, refusalError, renderProblem } from './problems.ts';
import type { RequestContext } from './request-context.ts';
import type { Services } from './services.ts';

/** Headers that a page of another origin may read, besides those of payments. */
const exposed = [
  'WWW-Authenticate',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Source',
];

/** Tells callers that the path is unknown, and not what it names. */
const unknownPath = new Problem('not-found', { message: 'No operation has this path.' });

/** Path of the OpenAPI description, where a host serves one. */
const descriptionPath = /^\/openapi\.json$/;

/** The answer at an unknown path; at `/` it names the host, and where its operations are described (RFC 8631). */
function unknownPathOf({ title, routes }: HostDefinition, { path, baseUrl }: IncomingCall): Problem {
  const description = path === '/' ? routes.find((route) => descriptionPath.test(route.path)) : undefined;
  if (!description) return unknownPath;
  const address = `${baseUrl}${description.path}`;
  const message = `This is "${title}". Its operations are described at ${address}.`;
  return new Problem('not-found', { message }, { Link: `<${address}>; rel="service-desc"` });
}

const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

const eventStream = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };

/** Builds the responses of one host. */
export interface Answers {
  /** Responds to an unknown path or method, or to a preflight request of a browser. */
  unrouted(context: RequestContext, allowed: readonly string[]): Answer;
  /** Asks for a payment. */
  challenge(context: RequestContext, quote: Quote): Answer;
  /** Sends the reply of a handler. */
  reply(context: RequestContext, reply: Reply): Answer;
  /** Adds the receipt of a settlement to an answer. */
  receipted(answer: Answer, receipt: SettledPayment | undefined): Answer;
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
    services.log.error({ request: context.record?.id, route: route?.operation.id, err: error }, 'internal error');
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
  const extensions = extensionsOf(host.payment.transport, route.operation);
  const challenge = createChallenge(hinted, quote, { resource, extensions }, body, host.payment.transport);
  return { status, headers: { ...challenge.headers, ...headers }, body: challenge.body };
}

function addressOf({ baseUrl, path }: IncomingCall): string {
  return `${baseUrl}${path}`;
}

/** Creates the responses of a host. */
export function createAnswers(host: HostDefinition, services: AnswerServices): Answers {
  const kept = new KeptChallenges(host);
  const crossOrigin = crossOriginHeaders(host);

  /** Headers of every answer. */
  function envelope({ incoming, headers }: RequestContext): Readonly<Record<string, string>> {
    if (incoming.headers.origin !== undefined) return { ...json, ...headers, ...crossOrigin };
    return headers === noHeaders ? json : { ...json, ...headers };
  }

  function enveloped(context: RequestContext, answer: JsonAnswer): Answer {
    const own = envelope(context);
    return own === json ? answer : { ...answer, headers: { ...own, ...answer.headers } };
  }

  function receipted(answer: Answer, receipt: SettledPayment | undefined): Answer {
    if (!receipt?.txHash || !host.payment) return answer;
    return { ...answer, headers: overlay(receiptHeaders(receipt, host.payment.transport), answer.headers) };
  }

  function answerProblem(context: RequestContext, error: unknown): Answer {
    return enveloped(context, jsonAnswer(describe(host, services, context, error)));
  }

  return {
    unrouted(context, allowed) {
      if (allowed.length === 0) return answerProblem(context, unknownPathOf(host, context.incoming));
      const methods = { Allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ') };
      if (context.incoming.method !== 'OPTIONS') {
        return answerProblem(context, new Problem('method-not-allowed', {}, methods));
      }
      return { status: 204, headers: { ...methods, ...crossOrigin, ...preflightHeaders(context, methods.Allow) } };
    },
    challenge(context, quote) {
      const { route, incoming } = context;
      const url = addressOf(incoming);
      const earlier = kept.find(route, url, quote);
      if (earlier) return enveloped(context, earlier);
      // No exception is thrown for the most frequent answer of all.
      const required = renderProblem(refusalError('missing', host, route), {}, {});
      const answer = jsonAnswer(withChallenge(host, services, context, required, quote));
      kept.keep(route, url, quote, answer);
      return enveloped(context, answer);
    },
    reply: (context, reply) => receipted(replyAnswer(envelope(context), reply), reply.receipt),
    receipted,
    stream(context, { status, headers }, parts, trailers) {
      const own = { ...eventStream, ...trailerNames(host) };
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

function jsonAnswer({ status, headers, body }: ProblemAnswer): JsonAnswer {
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

function replyAnswer(
  envelope: Readonly<Record<string, string>>,
  { status, headers, body, relayed, text, bytes }: Reply,
): Answer {
  const plain = text ?? bytes;
  const own = plain && { 'Content-Type': plain.contentType };
  return {
    status,
    headers: overlay({ ...envelope, ...own }, headers),
    body: plain ? plain.value : JSON.stringify(body === undefined ? relayed : body),
  };
}

function receiptNames({ payment }: HostDefinition): string[] {
  return Object.keys(payment?.transport.receipt?.headers ?? {});
}

/** Announces the trailers of a stream, which are its receipt. */
function trailerNames(host: HostDefinition): Readonly<Record<string, string>> {
  const names = receiptNames(host);
  return names.length > 0 ? { Trailer: names.join(', ') } : noHeaders;
}

/** Lets pages of other origins read every header of a response. */
function crossOriginHeaders(host: HostDefinition): Readonly<Record<string, string>> {
  const challenges = Object.keys(host.payment?.transport.challenge?.headers ?? {});
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': [...new Set([...challenges, ...receiptNames(host), ...exposed])].join(', '),
  };
}

function preflightHeaders({ incoming }: RequestContext, methods: string): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': incoming.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '86400',
  };
}
