/** Live search over web, news and the social feed. */
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, ok, type Row, row } from './wire.ts';

interface Hunt {
  query: string;
  sources: string[];
  most: number;
}

function read(ask: Ask): Hunt {
  const form = new Form(ask.body);
  const query = form.text('query', { must: true, min: 1, max: law.search.queryMost }) ?? '';
  const sources = form.texts('sources', { min: 1, oneOf: law.search.sources }) ?? law.search.usualSources;
  const most = form.integer('max_results', { min: law.search.least, max: law.search.most }) ?? law.search.usual;
  form.done();
  return { query, sources, most };
}

export const searchRows: Row[] = [
  row<Hunt>({
    on: 'POST /api/v1/search',
    upstream: true,
    read,
    price: (hunt) => customs.search.counted(hunt.most, hunt.sources.length) * law.search.each + law.search.fee,
    effect: async (hunt, deal) => {
      const { outcome } = await reach(deal);
      if (outcome === 'cut' || outcome === 'empty') throw failed();
      const found = hunt.sources.flatMap((source) =>
        Array.from(
          { length: hunt.most },
          (_, at) => `https://${source}.example/${encodeURIComponent(hunt.query.slice(0, 40))}/${at + 1}`,
        ),
      );
      return ok({
        model: 'slate/roof-heavy',
        sources_used: found.length,
        citations: found,
        summary: `Found ${found.length} pages about ${hunt.query.slice(0, 80)}.`,
        query: hunt.query,
        sources: hunt.sources,
      });
    },
  }),
];
