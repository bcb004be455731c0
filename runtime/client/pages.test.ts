import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { pagesOf } from './pages.ts';

/** A caller whose pages are listed by their cursors, the first by none. */
function callerOf(pages: Readonly<Record<string, unknown>>): Pick<Caller, 'call'> {
  return {
    async call<T>(_: string, { query }: { readonly query?: object | undefined }) {
      const { after = '', size }: { after?: string; size?: number } = query ?? {};
      return {
        data: { items: pages[after], size, meta: { next: after === 'z' ? 'z' : nexts[after] } } as T,
        status: 200,
        headers: {},
      };
    },
  };
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

const nexts: Readonly<Record<string, string | null>> = { '': 'b', b: 'c', c: null };
const paging = { cursor: 'after', next: ['meta', 'next'] };

test('pages are read one after the other, with the rest of the query, until one names no next', async () => {
  const caller = callerOf({ '': [1], b: [2], c: [3] });
  const read = await all(pagesOf<{ items: number[] }>(caller as Caller, 'list', { query: { size: 1 } }, paging));
  expect(read.map(({ data }) => data)).toMatchObject([
    { items: [1], size: 1 },
    { items: [2], size: 1 },
    { items: [3], size: 1 },
  ]);
});

test('a cursor that comes twice ends the pages with an error', async () => {
  const pages = pagesOf(callerOf({ z: [1] }) as Caller, 'list', { query: { after: 'z' } }, paging);
  await expect(all(pages)).rejects.toThrow('the cursor z came twice');
});
