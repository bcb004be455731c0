/** Putting answers into words: replies, challenges and problems. Nothing here decides about money. */

import { unixSeconds } from './clock.ts';
import { overlay } from './http/headers.ts';
import type { Answer } from './http/request.ts';
import type { HostDefinition, Quote, Reply, StreamEvent } from './operation.ts';
import type { Passage } from './passage.ts';
import { createChallenge, receiptHeaders } from './payment/challenge.ts';
import { createOffers, withHints } from './payment/offer.ts';
import { PaymentRequired } from './payment/payment-required.ts';
import { Problem } from './problem.ts';
import { findError, internalError, type ProblemAnswer, renderProblem } from './problems.ts';
import type { Services } from './services.ts';

/** Headers that a page of another origin may read. */
const exposed = [
  'PAYMENT-REQUIRED',
  'X-Payment-Required',
  'WWW-Authenticate',
  'PAYMENT-RESPONSE',
  'X-Payment-Response',
  'X-Payment-Receipt',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Source',
].join(', ');

/** Trailers in which a stream reports its settlement. */
const receiptNames = 'PAYMENT-RESPONSE, X-Payment-Response, X-Payment-Receipt';

const crossOrigin = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed };
const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Makes the answers of one host. */
export interface Answers {
  /** A path or method that leads nowhere, or a browser asking what it may send. */
  unrouted(passage: Passage, allowed: readonly string[]): Answer;
  /** Asks for a payment. */
  challenge(passage: Passage, quote: Quote): Answer;
  /** Answers with what a handler replied. */
  reply(passage: Passage, reply: Reply): Answer;
  /** Answers with a stream. */
  stream(passage: Passage, reply: Reply, parts: AsyncIterable<string>, trailers: Answer['trailers']): Answer;
  /** Answers what went wrong; whatever is no problem is told as an internal error, and logged. */
  problem(passage: Passage, error: unknown): Answer;
  /** The event by which a broken stream ends. Official clients throw on each of its two marks. */
  errorEvent(passage: Passage, error: unknown): StreamEvent;
}

/** What answers read of the services. */
type Spoken = Pick<Services, 'payTo' | 'log' | 'clock' | 'blocks'>;

/** Makes the answers of a host. */
export function createAnswers(host: HostDefinition, { payTo, log, clock, blocks }: Spoken): Answers {
  function describe(passage: Passage, error: unknown): ProblemAnswer {
    const { route } = passage;
    const known = error instanceof Problem ? findError(error.id, host, route) : undefined;
    if (!(error instanceof Problem) || !known) {
      log.error({ route: route?.operation.id, err: error }, 'internal error');
      return renderProblem(findError('internal-error', host, route) ?? internalError, {}, {});
    }
    const quote = error instanceof PaymentRequired ? error.quote : passage.quote;
    const described = renderProblem(known, error.fields, error.headers);
    return quote && known.http === 402 ? withChallenge(passage, described, quote) : described;
  }

  /** A 402 says what to pay in its body and its headers; whatever it says besides stands over that. */
  function withChallenge(passage: Passage, { status, headers, body }: ProblemAnswer, quote: Quote): ProblemAnswer {
    const { incoming, route } = passage;
    if (!host.payment || !route) return { status, headers, body };
    const resource = {
      url: `${incoming.origin}${incoming.path}`,
      description: route.operation.summary,
      mimeType: 'application/json',
    };
    const offers = createOffers(host.payment, payTo, quote.amount, route.window);
    const hinted = withHints(offers, () => blocks.latest(unixSeconds(clock)));
    const challenge = createChallenge(hinted, quote, resource, body);
    return { status, headers: { ...challenge.headers, ...headers }, body: challenge.body };
  }

  /** Headers of every answer. */
  function envelope({ incoming, headers }: Passage): Readonly<Record<string, string>> {
    return incoming.headers.origin === undefined ? { ...json, ...headers } : { ...json, ...headers, ...crossOrigin };
  }

  function finish(passage: Passage, { status, headers, body }: ProblemAnswer): Answer {
    return { status, headers: { ...envelope(passage), ...headers }, body: JSON.stringify(body) };
  }

  function answerProblem(passage: Passage, error: unknown): Answer {
    return finish(passage, describe(passage, error));
  }

  return {
    unrouted(passage, allowed) {
      if (allowed.length === 0) return answerProblem(passage, new Problem('not-found'));
      const methods = { Allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ') };
      if (passage.incoming.method !== 'OPTIONS') {
        return answerProblem(passage, new Problem('method-not-allowed', {}, methods));
      }
      const permitted = {
        'Access-Control-Allow-Methods': methods.Allow,
        'Access-Control-Allow-Headers': passage.incoming.headers['access-control-request-headers'] ?? '*',
        'Access-Control-Max-Age': '86400',
      };
      return { status: 204, headers: { ...methods, ...crossOrigin, ...permitted } };
    },
    challenge(passage, quote) {
      // No exception is thrown for the most frequent answer of all.
      const required = findError('payment-required', host, passage.route) ?? internalError;
      return finish(passage, withChallenge(passage, renderProblem(required, {}, {}), quote));
    },
    reply(passage, { status, headers, body, text, bytes, receipt }) {
      const plain = text ?? bytes;
      const own = {
        ...(plain && { 'Content-Type': plain.contentType }),
        ...(receipt?.txHash && receiptHeaders(receipt)),
      };
      return {
        status,
        headers: overlay({ ...envelope(passage), ...own }, headers),
        body: plain ? plain.value : JSON.stringify(body),
      };
    },
    stream(passage, { status, headers }, parts, trailers) {
      const own = {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
        Trailer: receiptNames,
      };
      return { status, headers: overlay({ ...envelope(passage), ...own }, headers), parts, trailers };
    },
    problem: answerProblem,
    errorEvent(passage, error) {
      const { body } = describe(passage, error);
      const message = typeof body.error === 'string' ? body.error : 'The stream was cut.';
      return { event: 'error', data: { type: 'error', error: { ...body, type: 'error', message } } };
    },
  };
}
