import type { SearchAnswer, SearchAsk } from '../port.ts';
import { paragraph } from './prose.ts';
import { randomFrom } from './random.ts';

/** Answers a search with a short summary and as many citations as each source found. */
export function search(ask: SearchAsk, seed: number): SearchAnswer {
  const random = randomFrom([seed, 'search', ask]);
  const citations = ask.sources.flatMap((source) =>
    Array.from({ length: ask.maxResults }, (_, index) => citation(source, index, random.integer(1e8, 1e9))),
  );
  return { summary: paragraph(random, 3), citations, model: 'simulated/search' };
}

function citation(source: string, index: number, number: number): string {
  return `https://${encodeURIComponent(source)}.example/${index + 1}-${number}`;
}
