import { isDeepStrictEqual } from 'node:util';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { freeRead } from '../../calls/free-read.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import type { JsonSchema } from '../../contract/value.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { type Row, rowsIn } from '../../record/table.ts';

/** The query parameter with the text that entries must contain. */
const filter = 'q';

/** The query parameter with the largest number of entries. */
const bound = 'limit';

/** The shortest text that is tried. Less would match too many entries once its first character is cut off. */
const minLength = 3;

/** Texts of each kind that are tried. */
const maxTexts = 3;

/** A list of symbols keeps an entry whose text has `q` within it, not only at its beginning, and leaves others out (media-1025). */
export const symbolsFiltered: ProtocolCheck = {
  id: 'catalog.symbols.filtered',
  async check(run) {
    const lists = run.contract.operations.filter((operation) => isFiltered(run, operation));
    const outcomes: Outcome[] = [];
    for (const operation of lists) outcomes.push(...(await judgeList(run, operation)));
    const wrong = outcomes.find(({ verdict }) => verdict === 'fail');
    if (wrong) return wrong;
    if (outcomes.length === 0) throw new NotTestable('open', 'No list has different texts that the filter could find.');
    return { verdict: 'pass', detail: `Lists judged: ${outcomes.length}.` };
  },
};

function isFiltered(run: Run, { method, price, query, closed }: Operation): boolean {
  return method === 'GET' && !price && !closed && query !== undefined && hasField(run, query, filter);
}

function hasField(run: Run, query: JsonSchema, name: string): boolean {
  return answerCacheOf(run)
    .material.validator.shapes(query)
    .some((shape) => name in propertiesOf(shape));
}

/** The verdict on one list; none where its entries have no text of their own. */
async function judgeList(run: Run, operation: Operation): Promise<readonly Outcome[]> {
  const whole = await read(run, operation);
  const all = whole ? rowsOf(whole) : [];
  const columns = columnsOf(all);
  if (columns.length === 0) return [];
  // The documents do not state which texts the filter searches, so it need find only one kind.
  const found = await Promise.all(columns.map((column) => judgeColumn(run, operation, all, column)));
  const right = found.find((each) => each?.verdict === 'pass');
  if (right || found.includes(undefined)) return right ? [right] : [];
  return found.flatMap((each) => each ?? []).slice(0, 1);
}

/** The verdict on the texts of one kind: whether the list finds an entry by all of its text but the first character. */
async function judgeColumn(
  run: Run,
  operation: Operation,
  all: readonly Row[],
  column: string,
): Promise<Outcome | undefined> {
  const texts = all.map((row) => row.get(column) ?? '').filter((text) => text.length >= minLength);
  if (texts.length === 0) return undefined;
  for (const text of texts.slice(0, Math.min(maxTexts, run.samples))) {
    const part = text.slice(1);
    const exchange = await ask(run, operation, part);
    if (!exchange) return undefined;
    const sent = `${operation.method} ${exchange.sent.path} with ${filter}=${part}`;
    const { status } = exchange.received;
    if (isRefusal(status)) return failure(`${sent} is refused, although the whole list is served.`, 200, exchange);
    if (status !== 200) return undefined;
    const kept = rowsOf(exchange);
    if (!kept.some((row) => row.get(column) === text)) {
      const detail = `${sent} does not return the entry with the text ${text}.`;
      return { verdict: 'fail', detail, expected: text, actual: kept.map((row) => row.get(column)), exchange };
    }
    const others = all.filter((row) => ![...row.values()].some((value) => has(value, part)));
    const same = others.filter((row) => kept.some((other) => isDeepStrictEqual(row, other)));
    if (others.length > 0 && same.length === others.length) {
      const detail = `${sent} returns every entry, also those without the text.`;
      return { verdict: 'fail', detail, expected: `fewer than ${all.length}`, actual: kept.length, exchange };
    }
  }
  const cut = await judgeBound(run, operation, texts.slice(1).toReversed(), column);
  return cut ?? { verdict: 'pass', detail: `Texts tried: ${Math.min(maxTexts, run.samples)}.` };
}

/** Fails a list that is cut to one entry before it is filtered: the only match is then missing. */
async function judgeBound(
  run: Run,
  operation: Operation,
  texts: readonly string[],
  column: string,
): Promise<Outcome | undefined> {
  if (!operation.query || !hasField(run, operation.query, bound)) return undefined;
  for (const text of texts.slice(0, Math.min(maxTexts, run.samples))) {
    const found = await read(run, operation, text);
    const [only, ...others] = found ? rowsOf(found) : [];
    if (only?.get(column) !== text || others.length > 0) continue;
    const exchange = await read(run, operation, text, { [bound]: 1 });
    if (!exchange) return undefined;
    const kept = rowsOf(exchange).map((row) => row.get(column));
    if (kept.includes(text)) return undefined;
    const sent = `${operation.method} ${exchange.sent.path} with ${filter}=${text} and ${bound}=1`;
    const detail = `${sent} does not return the only entry that is found without ${bound}.`;
    return { verdict: 'fail', detail, expected: text, actual: kept, exchange };
  }
  return undefined;
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** True for a response that refuses a query for what it asks. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 404;
}

/** The response of a list, if it serves one. */
async function read(...asked: Parameters<typeof ask>): Promise<Exchange | undefined> {
  const exchange = await ask(...asked);
  return exchange?.received.status === 200 ? exchange : undefined;
}

async function ask(run: Run, operation: Operation, part?: string, more = {}): Promise<Exchange | undefined> {
  const sample = sampleOf(operation);
  const { [filter]: _, ...query } = sample.query ?? {};
  const asked = part === undefined ? query : { ...query, [filter]: part, ...more };
  return freeRead(run, { ...sample, query: asked });
}

/** The entries of a list: objects, or texts. */
export function rowsOf({ received: { json } }: Exchange): readonly Row[] {
  const rows = rowsIn(json);
  if (rows.length > 0) return rows;
  const texts = [json, ...Object.values(Object(json))].find(
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  );
  return Array.isArray(texts) ? texts.map((text) => new Map([['', text]])) : [];
}

/** The columns with different texts. The filter may search any of them. */
function columnsOf(rows: readonly Row[]): readonly string[] {
  if (rows.length < 2) return [];
  return [...(rows[0]?.keys() ?? [])].filter((column) => {
    const texts = rows.map((row) => row.get(column) ?? '');
    return texts.every((text) => /[a-z]/i.test(text)) && new Set(texts).size > 1;
  });
}
