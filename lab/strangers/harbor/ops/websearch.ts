/** Neural web search: four paths of one provider, wrapped in `data`. */
import { Checker } from '../check.ts';
import { free, type Operation, type PaidPart, paid } from '../flow.ts';
import type { Gateway, Script } from '../gateway.ts';
import { type Call, type Dict, jsonBody, Refusal } from '../http.ts';
import { challenge } from '../payment.ts';

const PATHS = ['search', 'answer', 'contents', 'find-similar'];
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

function passedThrough(call: Call, script: Script): Refusal {
  const asked = script.detail.status;
  const status = typeof asked === 'number' && asked >= 400 && asked < 500 ? asked : 400;
  const sent = call.gateway.rules.data.webRejectPasses ? status : 502;
  return new Refusal(sent, { details: 'The provider refused the query.', status, error: 'Bad Request' });
}

function web<T>(
  part: Omit<PaidPart<T>, 'template' | 'range' | 'quote'> & {
    path: string;
    micro: (gateway: Gateway, input: T) => number;
    range?: [number, number];
  },
): Operation {
  return paid<T>({
    ...part,
    template: `/api/v1/{websearch}/${part.path}`,
    range: part.range ?? [11_000, 11_000],
    quote: ({ gateway }, input) => ({ micro: part.micro(gateway, input) }),
    refusals: {
      reject: passedThrough,
      timeout: ({ gateway }) => new Refusal(gateway.rules.data.webTimeoutStatus, { error: 'Internal server error' }),
      fail: () => new Refusal(502, { error: 'Search provider failed' }),
    },
  });
}

function results(gateway: Gateway, topic: string, count: number): Dict[] {
  return Array.from({ length: Math.min(count, 8) }, (_, index) => ({
    score: Math.round((0.93 - index * 0.04) * 100) / 100,
    publishedDate: gateway.iso(gateway.nowMs() - (index + 1) * 86_400_000),
    url: `https://site-${index}.example/${encodeURIComponent(topic)}`,
    title: `Page ${index} on ${topic}`,
    id: `doc-${index}`,
  }));
}

function found(gateway: Gateway, topic: string, count: number, total: number) {
  const data = {
    costDollars: { total },
    searchTime: 211.4,
    results: results(gateway, topic, count),
    resolvedSearchType: 'neural',
    requestId: gateway.id('req'),
  };
  return { charge: true, answer: { status: 200, body: { data } } };
}

function countIn(check: Checker, gateway: Gateway): number {
  const rule = gateway.rules.data;
  return check.number('numResults', { whole: true, min: 1, max: rule.numResultsMax }) ?? rule.numResultsDefault;
}

function checkUrl(check: Checker, field: string, value: string | undefined): void {
  if (value !== undefined && !URL.canParse(value)) check.bad(field, `${field} wants an address`);
}

const search = web<{ query: string; count: number }>({
  path: 'search',
  summary: 'Search the web',
  micro: (gateway) => gateway.rules.data.webMicro,
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const query = check.string('query', { required: true });
    const count = countIn(check, call.gateway);
    check.oneOf('category', CATEGORIES);
    for (const field of ['startPublishedDate', 'endPublishedDate']) {
      const date = check.string(field);
      if (date !== undefined && !(/^\d{4}-\d\d-\d\d/.test(date) && Number.isFinite(Date.parse(date)))) {
        check.bad(field, `${field} wants ISO 8601`);
      }
    }
    for (const field of ['includeDomains', 'excludeDomains']) check.strings(field);
    check.done();
    return { query: query ?? '', count };
  },
  run: ({ gateway }, { query, count }) => found(gateway, query, count, 0.011),
});

const answer = web<{ query: string }>({
  path: 'answer',
  summary: 'Answer from the web',
  micro: (gateway) => gateway.rules.data.webMicro,
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const query = check.string('query', { required: true });
    check.done();
    return { query: query ?? '' };
  },
  run: ({ gateway }, { query }) => {
    const citations = results(gateway, query, 3).map(({ id, title, url }): Dict => ({ url, title, id }));
    const data = { citations, answer: `It is so that ${query}.`, requestId: gateway.id('req') };
    return { charge: true, answer: { status: 200, body: { data } } };
  },
});

const contents = web<{ urls: string[] }>({
  path: 'contents',
  summary: 'Contents of pages',
  range: [3000, 201_000],
  micro: (gateway, { urls }) => {
    const rule = gateway.rules.data;
    return urls.length * rule.contentsPerUrl + (rule.contentsFee ? gateway.rules.payment.feeMicro : 0);
  },
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const urls = check.strings('urls', { required: true, min: 1, max: call.gateway.rules.data.contentsMax });
    for (const url of urls ?? []) checkUrl(check, 'urls', url);
    check.done();
    return { urls: urls ?? [] };
  },
  run: (_call, { urls }) => {
    const list = urls.map((url, index): Dict => ({
      author: 'a hand of the harbor',
      text: '# A page\n\nCalm weather.',
      title: `Page ${index}`,
      url,
      id: `doc-${index}`,
    }));
    const data = { costDollars: { total: urls.length * 0.002 }, results: list };
    return { charge: true, answer: { status: 200, body: { data } } };
  },
});

const similar = web<{ url: string; count: number }>({
  path: 'find-similar',
  summary: 'Pages like this one',
  micro: (gateway) => gateway.rules.data.webMicro,
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const url = check.string('url', { required: true });
    checkUrl(check, 'url', url);
    const count = countIn(check, call.gateway);
    check.flag('excludeSourceDomain');
    check.done();
    return { url: url ?? '', count };
  },
  run: ({ gateway }, { url, count }) => found(gateway, url, count, 0.011),
});

/** Anything else under the prefix: a discovery challenge for GET, or the list of what there is. */
const others = free(
  { methods: ['GET', 'POST'], template: '/api/v1/{websearch}/{rest*}', summary: 'Other paths', hidden: true },
  (call) => {
    const { data } = call.gateway.rules;
    const known = PATHS.includes(call.params.rest ?? '');
    if (known && call.method === 'GET') {
      const micro = call.params.rest === 'contents' ? data.contentsPerUrl + 1000 : data.webMicro;
      return challenge(call, { micro }, { message: 'Send a POST with a payment.' });
    }
    throw new Refusal(404, { available: PATHS.map((path) => `POST /${path}`), error: 'Not found' });
  },
);

export const websearchOperations = [search, answer, contents, similar, others];
