import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Answers a question with a summary and the pages it rests on. */
export function search(tools: Tools): Handlers['search'] {
  return async (call) => {
    const { query, sources, max_results: maxResults } = call.request;
    const ask = { query, sources, maxResults };
    const { summary, citations, model } = await asking(() => tools.upstream.search(ask, occasionOf(call, tools)));
    return { status: 200, body: { query, summary, citations, sources_used: citations.length, model } };
  };
}
