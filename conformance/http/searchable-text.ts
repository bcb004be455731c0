import type { Received } from '../check/exchange.ts';

/** The text of an answer, for what looks for words in it: JSON comes in one spelling, whatever its blanks and escapes. */
export function searchableText({ json, text }: Pick<Received, 'json' | 'text'>): string {
  return json === undefined ? text : JSON.stringify(json);
}
