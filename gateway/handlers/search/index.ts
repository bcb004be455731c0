import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Handlers of the search. */
export function searchHandlers(context: HandlerContext) {
  return {
    search: search(context),
  } satisfies Partial<Handlers>;
}

/** Responds to a query with a summary and its sources. */
export function search(context: HandlerContext): Handlers['search'] {
  return async (call) => {
    const { query, sources, max_results: maxResults } = call.request;
    const request = { query, sources, maxResults };
    const { summary, citations, model } = await context.upstream.search(request, upstreamContextOf(call, context));
    return { status: 200, body: { query, summary, citations, sources_used: citations.length, model } };
  };
}
