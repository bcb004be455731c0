import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import { config, prefix, segments } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, usd } from '../money.ts';
import type { Op } from '../op.ts';
import { op } from '../op.ts';
import { token } from '../world.ts';
import { challenge } from '../x402.ts';

/** Neural web search; bodies are the provider's own, without a wrapper. */
const failures: Op['failures'] = {
  fail: () => ({
    status: 502,
    body: { error: 'Bad Gateway', message: 'The search provider failed. You were not charged.' },
  }),
  timeout: () => ({
    status: on('search-timeout-is-504') ? 504 : 500,
    body: {
      error: on('search-timeout-is-504') ? 'Gateway Timeout' : 'Internal server error',
      message: 'The search provider did not answer within 30 seconds. You were not charged.',
    },
  }),
  reject: (s) => {
    const given = Number(s.detail.status);
    const status = given >= 400 && given <= 499 && !on('websearch-4xx-flattened') ? given : 400;
    return { status, body: { error: 'Bad Request', status, details: 'The search provider refused the request.' } };
  },
};
const iso = z
  .string()
  .refine(
    (s) =>
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(s) &&
      !Number.isNaN(Date.parse(s)),
    'must be an ISO 8601 date',
  );
const numResults = z.number().int().min(1).max(100).default(10);
const categories = [
  'github',
  'news',
  'research paper',
  'linkedin profile',
  'personal site',
  'tweet',
  'financial report',
  'pdf',
  'company',
];
const webUrl = z.string().refine((s) => URL.canParse(s), 'must be a URL');

function hits(n: number, about: string) {
  const slug = encodeURIComponent(about.slice(0, 30).toWellFormed());
  return Array.from({ length: n }, (_v, i) => ({
    id: `https://site${i}.example.org/${slug}`,
    title: `Result ${i + 1}`,
    url: `https://site${i}.example.org/${slug}`,
    publishedDate: '2026-10-01T00:00:00.000Z',
    score: Number((0.9 - i * 0.005).toFixed(3)),
  }));
}
const found = (n: number, about: string) => ({
  requestId: token('', 16),
  resolvedSearchType: 'neural',
  results: hits(n, about),
  searchTime: 412.5,
  costDollars: { total: 0.005 },
});
const flat = () => ({ base: usd('0.011'), account: usd('0.01') });
const common = { method: 'POST' as const, hosts: 'both' as const, upstream: true, failures };

const searchSchema = z.object({
  query: z.string().min(1),
  numResults,
  category: z.enum(categories).optional(),
  startPublishedDate: iso.optional(),
  endPublishedDate: iso.optional(),
  includeDomains: z.array(z.string()).optional(),
  excludeDomains: z.array(z.string()).optional(),
});
const search = op<z.output<typeof searchSchema>>({
  ...common,
  template: '/{websearch}/search',
  describe: 'Neural web search',
  parse: (c) => checkBody(c, searchSchema),
  quote: flat,
  run: (x, call) => ({ body: found(call.script.outcome === 'empty' ? 0 : x.numResults, x.query) }),
});
const answerSchema = z.object({ query: z.string().min(1) });
const answer = op<z.output<typeof answerSchema>>({
  ...common,
  template: '/{websearch}/answer',
  describe: 'Answer with citations',
  parse: (c) => checkBody(c, answerSchema),
  quote: flat,
  run: (x, call) => {
    const none = call.script.outcome === 'empty';
    return {
      body: {
        requestId: token('', 16),
        answer: none ? '' : `In short: ${x.query}`,
        citations: none ? [] : hits(2, x.query).map(({ id, title, url }) => ({ id, title, url })),
      },
    };
  },
});
const contentsSchema = z.object({ urls: z.array(webUrl).min(1).max(100) });
const contents = op<z.output<typeof contentsSchema>>({
  ...common,
  template: '/{websearch}/contents',
  describe: 'Page contents as Markdown',
  parse: (c) => checkBody(c, contentsSchema),
  quote: (x) => {
    const n = BigInt(x.urls.length);
    return { base: usd('0.002') * n + FEE, account: usd('0.002') * n };
  },
  run: (x, call) => ({
    body: {
      results:
        call.script.outcome === 'empty'
          ? []
          : x.urls.map((u) => ({ id: u, url: u, title: 'A page', text: '# A page\n\nIts text.', author: null })),
      costDollars: { total: 0.001 * x.urls.length },
    },
  }),
});
const similarSchema = z.object({ url: webUrl, numResults, excludeSourceDomain: z.boolean().default(false) });
const similar = op<z.output<typeof similarSchema>>({
  ...common,
  template: '/{websearch}/find-similar',
  describe: 'Similar pages',
  parse: (c) => checkBody(c, similarSchema),
  quote: flat,
  run: (x, call) => ({ body: found(call.script.outcome === 'empty' ? 0 : x.numResults, x.url) }),
});
export const websearchOps: Op[] = [search, answer, contents, similar];

/** GET tells the price; any other path tells what there is. */
export function mountWebsearchRest(app: Hono): void {
  const names = websearchOps.map((o) => o.template.split('/').at(-1) ?? '');
  const available = names.map((n) => `POST ${prefix()}/${segments.websearch}/${n}`);
  if (config.host === 'base') {
    for (const n of names.filter((x) => !(x === 'find-similar' && on('similar-not-discovered')))) {
      app.get(`${prefix()}/${segments.websearch}/${n}`, (c: Context) => {
        throw challenge(
          c,
          n === 'contents' ? { amount: usd('0.003') } : { amount: usd('0.011') },
          'Payment Required',
          `POST a JSON body to this path${n === 'contents' ? '; the price grows with the number of URLs' : ''}.`,
        );
      });
    }
  }
  app.all(`${prefix()}/${segments.websearch}/*`, () => {
    throw new ApiError(404, { error: 'Not found', available });
  });
}
