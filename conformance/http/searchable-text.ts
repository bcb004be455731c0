import type { Received } from './exchange.ts';

/** The text of a response to search in: JSON is normalized, whatever its whitespace and escapes. */
export function searchableText({ json, text }: Pick<Received, 'json' | 'text'>): string {
  return json === undefined ? text : JSON.stringify(json);
}
