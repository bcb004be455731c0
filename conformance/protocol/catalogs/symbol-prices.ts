import { answerCacheOf } from '../../calls/answer-cache.ts';
import { freeRead } from '../../calls/free-read.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, returnResponse, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { rowsOf } from './symbols.ts';

/** The operation that resolves symbols, and those that take them: their paths have the same beginning. */
const ends = { list: /\/list$/, prices: ['/price/{symbol}', '/history/{symbol}'] };

/** Texts of an entry that are tried, in the order of its columns. */
const maxTexts = 4;

/** The first symbol of each list has a price and a history in the class or market of the list (media-1038). */
export const symbolsPriced: ProtocolCheck = {
  id: 'catalog.symbols.priced',
  async check(run) {
    const judged: string[] = [];
    for (const { list, price } of pairsIn(run)) {
      for (const params of placesOf(run, list)) {
        const outcome = await judgePlace(run, { list, price }, params);
        if (outcome?.verdict === 'fail') return outcome;
        if (outcome) judged.push(list.id);
      }
    }
    if (judged.length === 0) throw new NotTestable('open', 'No list of symbols has an entry with a text.');
    return { verdict: 'pass', detail: `Lists judged: ${judged.length}.`, operations: [...new Set(judged)] };
  },
};

interface Pair {
  readonly list: Operation;
  readonly price: Operation;
}

function pairsIn({ contract: { operations } }: Run): readonly Pair[] {
  const reads = operations.filter(({ method, closed }) => method === 'GET' && closed === undefined);
  const lists = reads.filter(({ path }) => ends.list.test(path));
  return lists.flatMap((list) => {
    const paths = ends.prices.map((end) => list.path.replace(ends.list, end));
    return reads.filter(({ path }) => paths.includes(path)).map((price) => ({ list, price }));
  });
}

/** The parameters of every list of an operation: one list for each value that a parameter of its path may have. */
function placesOf(run: Run, { params }: Operation): readonly Readonly<Record<string, unknown>>[] {
  const { validator } = answerCacheOf(run).material;
  const [shape = {}] = params ? validator.shapes(params) : [];
  const [named] = Object.entries(propertiesOf(shape));
  if (!named) return [{}];
  const [name, property] = named;
  return validator
    .shapes(property)
    .flatMap(({ enum: values }) => (Array.isArray(values) ? values.map((value) => ({ [name]: value })) : []));
}

async function judgePlace(
  run: Run,
  { list, price }: Pair,
  params: Readonly<Record<string, unknown>>,
): Promise<Outcome | undefined> {
  const listed = await freeRead(run, sampleOf(list, { params }));
  const [row] = listed?.received.status === 200 ? rowsOf(listed) : [];
  // Which column has the symbol is not stated.
  const texts = [...(row?.values() ?? [])].filter((text) => /[a-z0-9]/i.test(text)).slice(0, maxTexts);
  let last: Exchange | undefined;
  for (const symbol of texts) {
    last = await send(run, price, { ...params, symbol });
    if (last?.received.status !== 404) return { verdict: 'pass' };
  }
  return (
    last && {
      verdict: 'fail',
      detail: `${price.id} does not know the first symbol of the list ${listed?.sent.path}.`,
      expected: `a price of one of ${texts.join(', ')}`,
      actual: 404,
      exchange: last,
    }
  );
}

/** The response to a request for a price, with a payment where one may be made: a target may know symbols only then. */
function send(run: Run, price: Operation, params: Readonly<Record<string, unknown>>): Promise<Exchange | undefined> {
  const { send: ask, pay } = answerCacheOf(run);
  const invocation = sampleOf(price, { params });
  const isPaid = price.auth === 'payment' && run.level !== 'free';
  return whereItCan(() => (isPaid ? pay(invocation).catch(returnResponse) : ask(invocation)));
}
