import { read } from '../values/json.ts';
import type { Answer, Caller, Settings } from './caller.ts';
import { ResponseRefused } from './failures.ts';
import type { Parts } from './request.ts';

/** How the pages of an operation follow one another. */
export interface Paging {
  /** Field of the query that takes the cursor. */
  readonly cursor: string;
  /** Path to the cursor of the next page in responses, as a list of keys. */
  readonly next: readonly string[];
}

/**
 * Calls an operation for page after page, each when it is asked for, until a page names no next one.
 *
 * Every page is a call of its own, with its own price. Throws `ResponseRefused` where a cursor comes twice.
 */
export async function* pagesOf<T>(
  caller: Caller,
  operation: string,
  parts: Parts,
  { cursor, next }: Paging,
  settings: Settings = {},
): AsyncGenerator<Answer<T>> {
  const seen = new Set<unknown>();
  let query = parts.query;
  for (;;) {
    const page = await caller.call<T>(operation, { ...parts, ...(query && { query }) }, settings);
    yield page;
    const following = read(page.data, ...next);
    if (following === undefined || following === null || following === '' || following === false) return;
    if (seen.has(following)) throw new ResponseRefused(`the cursor ${String(following)} came twice`);
    seen.add(following);
    query = { ...query, [cursor]: following };
  }
}
