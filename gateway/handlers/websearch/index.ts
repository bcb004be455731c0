import type { Handler, Reply } from '@tollwright/runtime/operation/handler';
import type { Input, Route } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { PaymentRequired } from '@tollwright/runtime/x402/challenge';
import { errors } from '#generated/errors.ts';
import type { Handlers } from '#generated/handlers.ts';
import type {
  SimilarPagesRequest,
  WebAnswerRequest,
  WebContentsRequest,
  WebSearchRequest,
} from '#generated/types/requests.ts';
import type { WebRequest } from '../../upstream/web-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Handlers of web searches. */
export function webSearchHandlers(context: HandlerContext) {
  return {
    'discover-web-search': discoverWebSearch(),
    'find-similar-pages': askWeb(context, (request: SimilarPagesRequest) => ({ ...request, kind: 'find-similar' })),
    'web-answer': askWeb(context, (request: WebAnswerRequest) => ({ ...request, kind: 'answer' })),
    'web-contents': askWeb(context, (request: WebContentsRequest) => ({ ...request, kind: 'contents' })),
    'web-search': askWeb(context, (request: WebSearchRequest) => ({ ...request, kind: 'search' })),
  } satisfies Partial<Handlers>;
}

/** Forwards a request to the provider and responds with its JSON, or with its refusal, unchanged. */
function askWeb<Body>(
  context: HandlerContext,
  toUpstreamRequest: (request: Body) => WebRequest,
): Handler<Body, never, never, never> {
  return async (call) => {
    try {
      return {
        status: 200,
        relayed: await context.upstream.askWeb(toUpstreamRequest(call.request), upstreamContextOf(call, context)),
      };
    } catch (failure) {
      if (failure instanceof UpstreamFailure) return failureReply(failure);
      throw failure;
    }
  };
}

/** The default of `Retry-After` in seconds. */
const defaultRetryAfter = 60;

/** Responds to a refusal of the provider with its own status; throws the problem of every other failure. */
function failureReply({ kind, message, detail }: UpstreamFailure): Reply<never> {
  switch (kind) {
    case 'timeout':
      throw new Problem('web-search-timeout');
    case 'unconfigured':
      throw new Problem('web-search-unconfigured', { details: message });
    case 'capacity': {
      const seconds = String(detail.retryAfter ?? defaultRetryAfter);
      return { ...refusal(429, message), headers: { 'Retry-After': seconds } };
    }
    default: {
      const { status = 500 } = detail;
      if (kind === 'rejected' && status >= 400 && status < 500) return refusal(status, message);
      throw new Problem('upstream-failed', { details: message });
    }
  }
}

function refusal(status: number, details: string): Reply<never> {
  return { status, relayed: { ...errors['web-search-refused']?.body, status, details }, charge: 'free' };
}

/** The input of the cheapest search. */
const cheapestInput = { request: { urls: ['https://example.com/'] }, query: {}, params: {} };

/** Responds to GET with a challenge of the lowest price of a search. */
function discoverWebSearch(): Handlers['discover-web-search'] {
  return ({ host, route, params }) => {
    const path = route.path.replace(/\{.*$/, params.path);
    const search = host.routes.find((each) => each.operation.method === 'POST' && each.path === path);
    const quote = search && leastQuote(search);
    if (!quote) throw new Problem('unknown-web-search-path');
    throw new PaymentRequired(quote, { message: 'Send the request by POST; this is the lowest price.' });
  };
}

function leastQuote({ quote }: Route) {
  // The prices of searches read no other fields.
  return quote?.(cheapestInput as Input<never, never, never>);
}
