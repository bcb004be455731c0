import { on } from './faults.ts';
import { Form } from './form.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Operation } from './operation.ts';

const SOURCES = ['x', 'web', 'news'];

/** The flat fee of a live search. */
export const SEARCH_FEE = usd('0.2625');

/** The live search. */
export const searchOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/search',
    summary: 'Live search over web, news and a social feed',
    upstream: 'search',
    handle: (call) => {
      const form = new Form(call.json());
      const query = form.must('query', { min: 1, max: 1000 });
      if (on('search-query-bytes') && Buffer.byteLength(query) > 1000)
        form.add('query', 'query must have at most 1000 characters');
      const sources = new Set(form.texts('sources', {}, { oneOf: SOURCES }) ?? ['x', 'web']);
      const limit = form.integer('max_results', { min: 1, max: 50 }) ?? 10;
      form.done();
      const model = 'alder/large';
      const fee = on('search-per-source') ? (SEARCH_FEE * BigInt(sources.size)) / 2n : SEARCH_FEE;
      return metered(call, { quote: fee, upstream: 'search', model }, ({ outcome }) => {
        const found = outcome === 'empty' ? [] : [...sources].flatMap((source) => citations(source, limit));
        return {
          body: {
            query,
            summary: `${found.length} sources were found for "${query}".`,
            citations: on('search-news-objects') ? found.map(withTitle) : found,
            sources_used: found.length,
            model,
          },
        };
      });
    },
  },
];

// What the fault `search-news-objects` makes of a citation.
function withTitle(url: string): unknown {
  return url.startsWith('https://news.') ? { url, title: 'A story' } : url;
}

function citations(source: string, limit: number): string[] {
  return Array.from({ length: Math.min(limit, 3) }, (_, index) => `https://${source}.example/story/${index + 1}`);
}
