import { randomBytes } from 'node:crypto';
import { challenge } from './challenge.ts';
import { Fields } from './check.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { FEE, usd } from './money.ts';
import type { Route } from './router.ts';
import { type Failures, rateLimited, rejectStatus } from './upstream.ts';

const CATEGORIES = [
  'github',
  'news',
  'research paper',
  'linkedin profile',
  'personal site',
  'tweet',
  'financial report',
  'pdf',
  'company',
] as const;
const NAMES = ['search', 'answer', 'contents', 'find-similar'];
const CALL_PRICE = usd('0.011');
const PER_URL = usd('0.002');

const failures: Failures = {
  timeout: () =>
    new HttpError(on('websearch-timeout-504') ? 504 : 500, {
      error: 'Internal server error',
      message: 'The search provider did not answer in 30 seconds.',
    }),
  reject: (turn) => {
    const status = on('websearch-status-flat') ? 400 : rejectStatus(turn);
    return new HttpError(status, { error: 'Bad Request', status, details: 'The search provider refused the request.' });
  },
  // Every upstream 4xx passes through in this form, its 429 too.
  capacity: (turn) => {
    const { body, headers } = rateLimited(turn);
    return new HttpError(429, { ...body, error: 'Bad Request', status: 429 }, headers);
  },
};

function isIso(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

function results(count: number, topic: string): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `https://example.com/${index + 1}`,
    title: `${topic} (${index + 1})`,
    url: `https://example.com/${index + 1}`,
    publishedDate: '2026-01-15T00:00:00.000Z',
    score: Math.round((0.95 - index * 0.005) * 1000) / 1000,
  }));
}

function found(count: number, topic: string): Record<string, unknown> {
  return {
    data: {
      requestId: randomBytes(16).toString('hex'),
      resolvedSearchType: 'neural',
      results: results(count, topic),
      searchTime: 412.5,
      costDollars: { total: 0.005 },
    },
  };
}

const search = paid<{ query: string; count: number }>({
  path: '/api/v1/{websearch}/search',
  summary: 'Neural web search',
  price: { mode: 'fixed', amount: CALL_PRICE },
  fixed: { amount: CALL_PRICE },
  failures,
  handles: ['empty'],
  check: (req) => {
    const fields = Fields.of(req);
    const query = fields.needText('query');
    const count = fields.integer('numResults', { min: 1, max: 100 }) ?? 10;
    fields.choice('category', CATEGORIES);
    for (const name of ['startPublishedDate', 'endPublishedDate']) {
      const date = fields.text(name);
      if (date !== undefined && !isIso(date)) fields.fail(name, 'must be an ISO 8601 date');
    }
    fields.texts('includeDomains');
    fields.texts('excludeDomains');
    fields.done();
    return { query, count };
  },
  run: ({ query, count }, call) => ({ body: () => found(call.turn.outcome === 'empty' ? 0 : count, query) }),
});

const answer = paid<string>({
  path: '/api/v1/{websearch}/answer',
  summary: 'Answer a question from the web',
  price: { mode: 'fixed', amount: CALL_PRICE },
  fixed: { amount: CALL_PRICE },
  failures,
  check: (req) => {
    const fields = Fields.of(req);
    const query = fields.needText('query');
    fields.done();
    return query;
  },
  run: (query) => ({
    body: () => ({
      data: {
        requestId: randomBytes(16).toString('hex'),
        answer: `What the web says about ${query}.`,
        citations: results(3, query).map(({ id, title, url }) => ({ id, title, url })),
      },
    }),
  }),
});

const contents = paid<string[]>({
  path: '/api/v1/{websearch}/contents',
  summary: 'Contents of pages',
  price: { mode: 'dynamic', min: PER_URL + FEE, max: PER_URL * 100n + FEE },
  failures,
  handles: ['empty'],
  check: (req) => {
    const fields = Fields.of(req);
    if (!fields.has('urls')) fields.fail('urls', 'is required');
    const urls = fields.texts('urls', { min: 1, max: 100 }) ?? [];
    fields.done();
    return urls;
  },
  quote: (urls) => ({ amount: PER_URL * BigInt(urls.length) + FEE }),
  run: (urls, call) => ({
    body: () => ({
      data: {
        results: (call.turn.outcome === 'empty' ? [] : urls).map((url) => ({
          id: url,
          url,
          title: `Page at ${url}`,
          text: `# Page\n\nText of ${url}`,
          author: null,
        })),
        costDollars: { total: 0.001 * urls.length },
      },
    }),
  }),
});

const similar = paid<{ url: string; count: number }>({
  path: '/api/v1/{websearch}/find-similar',
  summary: 'Pages similar to a page',
  price: { mode: 'fixed', amount: CALL_PRICE },
  fixed: { amount: CALL_PRICE },
  failures,
  handles: ['empty'],
  check: (req) => {
    const fields = Fields.of(req);
    const url = fields.needText('url');
    const count = fields.integer('numResults', { min: 1, max: 100 }) ?? 10;
    fields.boolean('excludeSourceDomain');
    fields.done();
    return { url, count };
  },
  run: ({ url, count }, call) => ({ body: () => found(call.turn.outcome === 'empty' ? 0 : count, url) }),
});

function discover(req: Req): never {
  throw challenge({ amount: req.path.endsWith('/contents') ? PER_URL + FEE : CALL_PRICE }, req);
}

/** Web search. GET answers with a discovery 402; other paths with what there is. */
export const websearchRoutes: Route[] = [
  search,
  answer,
  contents,
  similar,
  ...NAMES.map((name) =>
    free({ path: `/api/v1/{websearch}/${name}`, summary: 'Discovery', hidden: true, run: discover }),
  ),
  free({
    method: ['GET', 'POST'],
    path: '/api/v1/{websearch}/{rest...}',
    summary: 'Unknown path',
    hidden: true,
    run: (req) => {
      const prefix = req.path.split('/').slice(0, 4).join('/');
      throw new HttpError(404, { error: 'Not found', available: NAMES.map((name) => `${prefix}/${name}`) });
    },
  }),
];
