import { z } from 'zod';
import { checkBody } from '../body.ts';
import { on } from '../fault.ts';
import { FEE, margin5, usd } from '../money.ts';
import { op } from '../op.ts';

/** Live search. The per-call price grows with `max_results`; the account host takes one flat fee, published in its pricing. */
const SEARCH_RATE = usd('0.025');
export const ACCOUNT_SEARCH_FEE = usd('0.042');
const chars = (text: string): number => (on('search-query-in-bytes') ? Buffer.byteLength(text) : [...text].length);
const schema = () =>
  z.object({
    query: z.string().refine((q) => chars(q) >= 1 && chars(q) <= 1000, 'must have 1 to 1000 characters'),
    sources: z
      .array(z.enum(['x', 'web', 'news']))
      .min(1)
      .default(['x', 'web']),
    max_results: z.number().int().min(1).max(50).default(10),
  });
type Search = z.output<ReturnType<typeof schema>>;

export const search = op<Search>({
  method: 'POST',
  template: '/search',
  hosts: 'both',
  upstream: true,
  describe: 'Live search over web, news and a social feed',
  parse: (c) => checkBody(c, schema()),
  quote: (x) => {
    const n = BigInt(x.max_results);
    const sources = on('search-priced-per-source') ? BigInt(x.sources.length) : 2n;
    return {
      base: (margin5(SEARCH_RATE) * n * sources) / 2n + FEE,
      account: on('account-search-scales') ? (ACCOUNT_SEARCH_FEE * n) / 10n : ACCOUNT_SEARCH_FEE,
    };
  },
  run: (x, call) => {
    const found = call.script.outcome === 'empty' ? [] : [...new Set(x.sources)];
    const citations = found.flatMap((s) =>
      Array.from(
        { length: Math.min(x.max_results, 3) },
        (_v, i) => `https://${s}.example.org/${encodeURIComponent(x.query.slice(0, 24).toWellFormed())}/${i + 1}`,
      ),
    );
    return {
      body: {
        query: x.query,
        summary: found.length ? `What ${found.join(', ')} say about it, in short.` : '',
        citations,
        sources_used: citations.length,
        model: 'cedar/scout-1',
      },
      usage: { model: 'cedar/scout-1' },
    };
  },
});
