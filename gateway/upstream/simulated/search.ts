import type { SearchAnswer, SearchRequest } from '../port.ts';
import { randomFrom } from '../seeded-random.ts';
import { simulated } from './prose.ts';

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
