import { answerCacheOf } from '../calls/answer-cache.ts';
import { needAnswer } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import { failure, notTestable, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf, valueAt } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';

type Pages = NonNullable<Operation['pages']>;

/** Pages of one list that are read; a longer list is not seen to end. */
const maxPages = 20;

/** The ids of a list, page by page. */
interface Walk {
  readonly ids: readonly string[];
  readonly hasEnded: boolean;
  readonly last: Exchange;
}

/** Pages of a list: one after the other they have no item twice, miss none, and end. */
export const pagesFamily: Family = {
  kind: 'pages',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const { pages } = operation;
    if (!pages) return { verdict: 'error', detail: `${operation.id} has no pages.` };
    const { base } = answerCacheOf(run).requests(operation);
    const first = await walk(run, pages, base);
    // A list may change while it is read: only what happens again is a fault.
    if ('verdict' in first) return walkAgain(run, pages, base, first);
    const smallest = smallestPage(operation, pages, base);
    if (!smallest || !first.hasEnded || first.ids.length > maxPages) return pass(first);
    const second = await walk(run, pages, smallest);
    if ('verdict' in second) return walkAgain(run, pages, smallest, second);
    const all = new Set([...first.ids, ...second.ids]);
    const [fewer] = [first, second].filter(({ ids }) => ids.length < all.size);
    if (!fewer) return pass(first);
    const again = await walk(run, pages, base);
    if ('verdict' in again || again.ids.join() !== first.ids.join())
      return notTestable('open', 'The list changes while its pages are read.');
    const missing = [...all].find((id) => !fewer.ids.includes(id));
    const detail = `Pages of another size have the item ${missing}, and these miss it.`;
    return failure(detail, `${all.size} items`, fewer.last, `${fewer.ids.length} items`);
  },
};

async function walkAgain(run: Run, pages: Pages, invocation: Invocation, finding: Outcome): Promise<Outcome> {
  const again = await walk(run, pages, invocation);
  return 'verdict' in again ? finding : pass(again);
}

function pass({ ids, hasEnded }: Walk): Outcome {
  const end = hasEnded ? 'to the last page' : `on the first ${maxPages} pages`;
  return { verdict: 'pass', detail: `Items read ${end}: ${ids.length}.` };
}

/** Reads page after page. */
async function walk(run: Run, pages: Pages, first: Invocation): Promise<Walk | Outcome> {
  const ids = new Set<string>();
  const cursors = new Set<unknown>();
  let invocation = first;
  for (;;) {
    const exchange: Exchange = first.operation.auth === 'none' ? await run.send(invocation) : await run.pay(invocation);
    const { status, json } = exchange.received;
    needAnswer(run, first.operation, exchange);
    if (status < 200 || status >= 300) return notTestable('unserved', `A page was answered with ${status}.`);
    const items = valueAt(json, pages.items);
    if (!Array.isArray(items)) return notTestable('unserved', `No page has a list at ${pages.items}.`);
    for (const item of items) {
      const id = JSON.stringify(valueAt(item, pages.id));
      if (ids.has(id)) return failure(`The item ${id} came twice.`, 'each item once', exchange, id);
      ids.add(id);
    }
    const next = valueAt(json, pages.next);
    const hasEnded = next === undefined || next === null || next === '' || next === false;
    if (hasEnded || cursors.size + 1 >= maxPages) return { ids: [...ids], hasEnded, last: exchange };
    if (cursors.has(next)) return failure('A cursor came twice, so the pages do not end.', 'another', exchange, next);
    cursors.add(next);
    invocation = { ...first, query: { ...first.query, [pages.cursor]: next } };
  }
}

/** The first call with pages of the fewest items. */
function smallestPage({ query }: Operation, { size }: Pages, base: Invocation): Invocation | undefined {
  if (size === undefined) return undefined;
  const { minimum } = fieldsOf(fieldsOf(fieldsOf(query).properties)[size]);
  return { ...base, query: { ...base.query, [size]: typeof minimum === 'number' ? Math.max(1, minimum) : 1 } };
}
