import { randomUUID } from 'node:crypto';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, type Reply } from './http.ts';
import { metered } from './metered.ts';
import { formatUsd, priceOf, type Usd, usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { segments } from './segments.ts';
import { capacity, rejectStatus, type Turn } from './upstream.ts';

/** Prices of the web search. */
export const websearchPrices = { call: usd('0.01'), url: usd('0.002') };

const base = `/v1/${segments.websearch}`;
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
];
const ISO_DATE =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DATE_RULE = { pattern: ISO_DATE, says: 'a date in ISO 8601' };

const endpoints: [string, string, Usd, (call: Call) => Promise<Reply>][] = [
  ['search', 'Neural web search', websearchPrices.call, (call) => search(call)],
  ['answer', 'An answer with citations', websearchPrices.call, (call) => answer(call)],
  ['contents', 'The texts of pages', websearchPrices.url, (call) => contents(call)],
  ['find-similar', 'Pages similar to a page', websearchPrices.call, (call) => findSimilar(call)],
];

/** Neural web search. */
export const websearchOperations: Operation[] = [
  ...endpoints.flatMap(([name, summary, price, handle]): Operation[] => [
    { methods: ['POST'], path: `${base}/${name}`, summary, upstream: `websearch-${name}`, handle },
    {
      methods: ['GET'],
      path: `${base}/${name}`,
      summary: `The price of ${name}`,
      hidden: true,
      handle: () => discovery(name, price),
    },
  ]),
  {
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    path: `${base}/{rest*}`,
    summary: 'Unknown paths',
    hidden: true,
    handle: () => {
      throw new HttpError(404, 'Unknown path', { available: endpoints.map(([name]) => `POST ${base}/${name}`) });
    },
  },
];

function discovery(name: string, price: Usd): never {
  throw new HttpError(402, 'Payment Required', {
    message: `POST ${base}/${name} with an API key`,
    price: priceOf(price),
  });
}

function websearchFailure(turn: Turn): HttpError | undefined {
  switch (turn.outcome) {
    case 'reject':
      return new HttpError(on('websearch-status') ? 400 : rejectStatus(turn), 'Bad Request', {
        status: rejectStatus(turn),
        details: 'The search provider refused the request',
      });
    case 'capacity': {
      const { body, headers } = capacity(turn);
      return new HttpError(429, 'Bad Request', { ...body, error: 'Bad Request', status: 429 }, headers);
    }
    case 'timeout':
    case 'cut':
      return new HttpError(500, 'Internal server error');
    default:
      return undefined;
  }
}

function run(call: Call, name: string, quote: Usd, body: (empty: boolean) => Record<string, unknown>): Promise<Reply> {
  return metered(call, { quote, upstream: `websearch-${name}`, failure: websearchFailure }, ({ outcome }) => ({
    body: body(outcome === 'empty'),
  }));
}

function page(index: number): Record<string, unknown> {
  const url = `https://example.org/page/${index + 1}`;
  return {
    id: url,
    title: `Page ${index + 1}`,
    url,
    publishedDate: '2026-01-15T00:00:00.000Z',
    score: 1 / (index + 2),
  };
}

function results(count: number, price: Usd): Record<string, unknown> {
  return {
    requestId: randomUUID(),
    resolvedSearchType: 'neural',
    results: Array.from({ length: count }, (_, index) => page(index)),
    searchTime: 312.5,
    costDollars: { total: Number(formatUsd(price)) },
  };
}

function search(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  form.must('query');
  const count = form.integer('numResults', { min: 1, max: 100 }) ?? 10;
  const slugs = CATEGORIES.map((name) => name.replace(' ', '_'));
  form.text('category', { oneOf: on('websearch-category-space') ? slugs : CATEGORIES });
  form.text('startPublishedDate', DATE_RULE);
  form.text('endPublishedDate', DATE_RULE);
  form.texts('includeDomains');
  form.texts('excludeDomains');
  form.done();
  return run(call, 'search', websearchPrices.call, (empty) => results(empty ? 0 : count, websearchPrices.call));
}

function answer(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const query = form.must('query');
  form.done();
  return run(call, 'answer', websearchPrices.call, (empty) => ({
    requestId: randomUUID(),
    answer: empty ? '' : `This is what the web says about ${query}.`,
    citations: empty
      ? []
      : [0, 1].map((index) => ({ id: page(index).id, title: page(index).title, url: page(index).url })),
  }));
}

function contents(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  form.need('urls');
  const urls = form.texts('urls', { min: 1, max: 100 }) ?? [];
  form.done();
  const quote = websearchPrices.url * BigInt(urls.length);
  return run(call, 'contents', quote, (empty) => ({
    results: empty
      ? []
      : urls.map((url) => ({
          id: url,
          url,
          title: `Page at ${url}`,
          text: `# Page\n\nThe text of ${url}.`,
          author: 'Unknown',
        })),
    costDollars: { total: Number(formatUsd(quote)) },
  }));
}

function findSimilar(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const url = form.must('url');
  if (url !== '' && !/^https?:\/\//i.test(url)) form.add('url', 'url must be a URL');
  const count = form.integer('numResults', { min: 1, max: 100 }) ?? (on('similar-five') ? 5 : 10);
  form.flag('excludeSourceDomain');
  form.done();
  return run(call, 'find-similar', websearchPrices.call, (empty) => results(empty ? 0 : count, websearchPrices.call));
}
