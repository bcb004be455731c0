import { Fields } from './check.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { FEE, usd } from './money.ts';
import type { Route } from './router.ts';

interface SearchInput {
  query: string;
  sources: string[];
  maxResults: number;
}

const SOURCES = ['x', 'web', 'news'];
const PER_RESULT = usd('0.02625');

/** Live search with a summary. */
export const searchRoutes: Route[] = [
  paid<SearchInput>({
    path: '/api/v1/search',
    summary: 'Live search with a written summary and citations',
    price: { mode: 'dynamic', min: PER_RESULT + FEE, max: PER_RESULT * 50n + FEE },
    handles: ['empty'],
    check: (req) => {
      const fields = Fields.of(req);
      const query = fields.needText('query', { min: 1, max: 1000 });
      if (on('search-bytes') && Buffer.byteLength(query) > 1000) fields.fail('query', 'must be shorter');
      const sources = fields.texts('sources') ?? ['x', 'web'];
      if (!sources.every((source) => SOURCES.includes(source)))
        fields.fail('sources', `must be an array of ${SOURCES.join(', ')}`);
      const maxResults = fields.integer('max_results', { min: 1, max: 50 }) ?? 10;
      fields.done();
      return { query, sources, maxResults };
    },
    quote: ({ maxResults, sources }) => {
      const perSource = on('search-per-source') && sources.length > 2;
      const results = (PER_RESULT * BigInt(maxResults) * (perSource ? 3n : 2n)) / 2n;
      return { amount: (on('search-rounding') ? ((results + 50n) / 100n) * 100n : results) + FEE };
    },
    run: ({ query, sources, maxResults }, call) => {
      const found = call.turn.outcome === 'empty' ? 0 : maxResults;
      const citations = sources.flatMap((source) =>
        Array.from({ length: found }, (_, index) => {
          const url = `https://${source}.example/item/${index + 1}`;
          return on('news-citations') && source === 'news' ? { url, title: `Item ${index + 1}` } : url;
        }),
      );
      const summary = found === 0 ? 'Nothing was found.' : `What the sources say about ${query}.`;
      return {
        body: () => ({ query, summary, citations, sources_used: citations.length, model: 'acorn/acorn-large' }),
      };
    },
  }),
];
