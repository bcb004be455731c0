import type { Handlers } from '#generated/handlers.ts';
import type {
  SimilarPagesRequest,
  WebAnswerRequest,
  WebContentsRequest,
  WebSearchRequest,
} from '#generated/validators/websearch.ts';
import type { HandlerContext } from '../shared/context.ts';
import { askWeb } from './ask-web.ts';
import { discoverWebSearch } from './discover-web-search.ts';

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
