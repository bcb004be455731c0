import type { Handlers } from '#generated/handlers.ts';
import type {
  SimilarPagesRequest,
  WebAnswerRequest,
  WebContentsRequest,
  WebSearchRequest,
} from '#generated/validators/websearch.ts';
import type { Tools } from '../../tools.ts';
import { askWeb } from './ask-web.ts';
import { discoverWebSearch } from './discover-web-search.ts';

/** Handlers of web searches. */
export function webSearchHandlers(tools: Tools) {
  return {
    'discover-web-search': discoverWebSearch(),
    'find-similar-pages': askWeb(tools, (request: SimilarPagesRequest) => ({ ...request, kind: 'find-similar' })),
    'web-answer': askWeb(tools, (request: WebAnswerRequest) => ({ ...request, kind: 'answer' })),
    'web-contents': askWeb(tools, (request: WebContentsRequest) => ({ ...request, kind: 'contents' })),
    'web-search': askWeb(tools, (request: WebSearchRequest) => ({ ...request, kind: 'search' })),
  } satisfies Partial<Handlers>;
}
