import type { SearchAnswer, SearchRequest } from '../port.ts';
import { digest, type Random, randomFrom } from '../seeded-random.ts';
import type { WebRequest } from '../web-port.ts';
import { sentence, simulated } from './prose.ts';

/** Seconds of a day. */
const day = 86_400;
/** 2024-01-01 and 2026-01-01 in seconds since 1970: when pages were published unless a search asks for other dates. */
const published = { from: 1_704_067_200, to: 1_767_225_600 };

/** A simulated provider of web searches, which depends on the request alone. */
export function askWeb(request: WebRequest, seed: number): Readonly<Record<string, unknown>> {
  const random = randomFrom([seed, 'web', request]);
  switch (request.kind) {
    case 'search':
      return { ...envelope(request, random), results: found(request, request.numResults, random) };
    case 'find-similar':
      return { ...envelope(request, random), results: found(similarTo(request), request.numResults, random) };
    case 'answer':
      return {
        requestId: requestId(request),
        answer: simulated(random, 2),
        citations: found({ query: request.query }, 3, random).map(({ id, title, url }) => ({ id, title, url })),
        costDollars: { total: 0.005 },
      };
    case 'contents':
      return {
        requestId: requestId(request),
        results: request.urls.map((url) => page(url, seed)),
        costDollars: cost(request.urls),
      };
  }
}

interface Search {
  readonly query: string;
  readonly startPublishedDate?: string;
  readonly endPublishedDate?: string;
  readonly includeDomains?: readonly string[];
  readonly excludeDomains?: readonly string[];
}

function envelope(request: WebRequest, random: Random) {
  return {
    requestId: requestId(request),
    resolvedSearchType: 'neural',
    searchTime: random.integer(200, 900),
    costDollars: { total: 0.005 },
  };
}

/** Results by score, within the requested domains and dates. */
function found(search: Search, count: number, random: Random) {
  const { includeDomains = [], excludeDomains = [] } = search;
  const usual = ['example.com', 'example.org', 'example.net', 'news.example', 'blog.example', 'docs.example'];
  const domains = (includeDomains.length > 0 ? includeDomains : usual).filter(
    (domain) => !excludeDomains.includes(domain),
  );
  const [first, ...others] = domains;
  if (first === undefined) return [];
  return Array.from({ length: count }, (_, index) => {
    const url = `https://${random.pick([first, ...others])}/${random.integer(1e6, 1e7)}`;
    return {
      id: url,
      title: titleOf(search.query, index),
      url,
      publishedDate: new Date(dateWithin(search, random) * 1000).toISOString(),
      score: Math.round((0.95 - (0.6 * index) / count) * 1000) / 1000,
    };
  });
}

function similarTo({ url, excludeSourceDomain }: Extract<WebRequest, { kind: 'find-similar' }>): Search {
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return { query: `Pages like ${host}`, ...(excludeSourceDomain && { excludeDomains: [host] }) };
}

function dateWithin({ startPublishedDate, endPublishedDate }: Search, random: Random): number {
  const end = secondsOf(endPublishedDate) ?? published.to;
  const start = secondsOf(startPublishedDate) ?? Math.min(published.from, end - day);
  return random.integer(Math.min(start, end), Math.max(start, end));
}

function secondsOf(date: string | undefined): number | undefined {
  const milliseconds = Date.parse(date ?? '');
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

function titleOf(query: string, index: number): string {
  return `${query.slice(0, 60)}: part ${index + 1}`;
}

/** A page as Markdown; the same address always has the same one. */
function page(url: string, seed: number) {
  const random = randomFrom([seed, 'page', url]);
  const title = sentence(random).replace(/\.$/, '');
  const text = [`# ${title}`, simulated(random, 3), `- ${sentence(random)}\n- ${sentence(random)}`].join('\n\n');
  return { id: url, url, title, text, author: random.pick(['A. Writer', 'B. Editor', 'C. Reporter']) };
}

function cost(urls: readonly string[]) {
  return { total: urls.length / 1000 };
}

function requestId(request: WebRequest): string {
  return digest(request).slice(0, 32);
}

/** Answers a search with a short summary and as many citations as each source found. */
export function search(request: SearchRequest, seed: number): SearchAnswer {
  const random = randomFrom([seed, 'search', request]);
  const citations = request.sources.flatMap((source) =>
    Array.from({ length: request.maxResults }, (_, index) => citation(source, index, random.integer(1e8, 1e9))),
  );
  return { summary: simulated(random, 3), citations, model: 'simulated/search' };
}

function citation(source: string, index: number, number: number): string {
  return `https://${encodeURIComponent(source)}.example/${index + 1}-${number}`;
}
