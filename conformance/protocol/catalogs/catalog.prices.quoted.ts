import Fraction from 'fraction.js';
import type { OperationContext } from '../../arbitraries/domain.ts';
import { domainOf } from '../../arbitraries/domain.ts';
import { shapeOfField, writeField } from '../../arbitraries/fields.ts';
import { typeOf } from '../../arbitraries/minimal.ts';
import type { Run } from '../../check/check.ts';
import type { Invocation } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { decimalText, fromText } from '../../oracle/exact.ts';
import { type FieldPath, fieldOf, readsOf, writtenOut } from '../../oracle/reads.ts';
import { publishedLists } from '../../rates/catalog-bodies.ts';
import { judgeListed, type UnitPrice } from '../../rates/listed-prices.ts';
import { catalogRead } from '../../rates/read-catalog.ts';
import { answerCacheOf } from '../../requests/answer-cache.ts';
import { quoteOf } from '../../requests/quote.ts';
import { inParallel } from '../../run/in-parallel.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Requests under way at the same time. */
const width = 8;

/** Wherever the entries of a catalog list what one image or one second costs, every entry lists what it is quoted for. */
export const pricesQuoted: ProtocolCheck = {
  id: 'catalog.prices.quoted',
  async check(run) {
    const { transaction_fee: fee = '0', media_margin: margin = '0' } = run.contract.service.constants;
    const parts = { fee: fromText(fee) ?? new Fraction(0), margin: fromText(margin) ?? new Fraction(0) };
    const compared: string[] = [];
    for (const operation of run.contract.operations) {
      const counted = countedOf(run, operation);
      if (!counted) continue;
      const prices = (await inParallel(counted.pairs, width, (pair) => unitPrice(run, pair))).flat();
      for (const { entries, exchange } of await publishedLists(run, counted.catalog)) {
        const { recognized, wrong } = judgeListed(entries, prices, parts);
        if (wrong) {
          const { price, place, expected, actual } = wrong;
          const of = price.choice === undefined ? price.id : `${price.id} at ${price.choice}`;
          return {
            verdict: 'fail',
            detail: `The price of ${of} in ${exchange.sent.path} (${place}) is not that of its quotes for ${operation.id}, which other entries list there: ${decimalText(price.usd.round(6))} USD for one more.`,
            expected: decimalText(expected),
            actual: actual ? decimalText(actual) : 'none',
            exchange,
          };
        }
        compared.push(...recognized.map((place) => `${exchange.sent.path}${place}`));
      }
    }
    if (compared.length === 0) throw new NotTestable('No figures of a catalog are recognized as what quotes ask for.');
    return { verdict: 'pass', detail: `Lists of prices compared with quotes: ${[...new Set(compared)].join(', ')}.` };
  },
};

/** Two calls that differ in how many are asked for. */
interface Pair {
  readonly id: string;
  readonly choice?: string;
  readonly isStated: boolean;
  readonly more: number;
  readonly calls: readonly [Invocation, Invocation];
}

/** Pairs of calls of an operation for each entry and choice; `undefined` where its price is not by the piece. */
function countedOf(run: Run, operation: Operation) {
  const { price: use, closed, auth } = operation;
  if (!use || closed || auth !== 'payment' || run.evaluator.price(use).kind !== 'quoted') return undefined;
  const tree = writtenOut(run.evaluator.price(use), use);
  const read = catalogRead(tree);
  const model = read && fieldOf(read.key);
  if (!read || !model || run.contract.catalogs[read.catalog]?.live === undefined) return undefined;
  const { material, requests } = answerCacheOf(run);
  const context: OperationContext = { operation, requests: requests(operation), evaluator: run.evaluator, material };
  const ofType = (type: string) =>
    readsOf(tree).find((field) => {
      const shape = field.length > 1 ? shapeOfField(operation, field, material.validator.shapes) : undefined;
      return shape !== undefined && typeOf(shape) === type && String(field) !== String(model);
    });
  const isStated = (call: Invocation) => run.evaluator.isPriceStated(use, context.requests.environment(call));
  const [count, choice] = [ofType('integer'), ofType('string')];
  if (!count || !choice) return undefined;
  const pairs = catalogsOf(run.contract)
    .lines(read.catalog)
    .flatMap(({ key: id }) => {
      const base = writeField(context.requests.base, model, id);
      const given = domainOf(choice, base, context).values.filter((value) => typeof value === 'string');
      return [undefined, ...given].flatMap((value) =>
        pairOf(writeField(base, choice, value), count, context).map((pair) => ({
          ...{ id, ...pair, isStated: pair.calls.every((call) => isStated(call)) },
          ...(value !== undefined && { choice: value }),
        })),
      );
    });
  return { catalog: read.catalog, pairs };
}

/** The call with the two smallest numbers that it may have. */
function pairOf(
  call: Invocation,
  count: FieldPath,
  context: OperationContext,
): readonly Pick<Pair, 'more' | 'calls'>[] {
  const numbers = domainOf(count, call, context).values.filter((value) => typeof value === 'number');
  const [low, high] = numbers
    .toSorted((one, other) => one - other)
    .map((number) => ({ number, call: writeField(call, count, number) }))
    .filter((each) => context.requests.allows(each.call));
  return low && high ? [{ more: high.number - low.number, calls: [low.call, high.call] }] : [];
}

async function unitPrice(run: Run, { id, choice, isStated, more, calls }: Pair): Promise<readonly UnitPrice[]> {
  const [low, high] = await Promise.all(calls.map(async (call) => quoteOf(run, await answerCacheOf(run).send(call))));
  if (low === undefined || high === undefined) return [];
  const usd = new Fraction(high - low, 1_000_000n).div(more);
  return [{ id, usd, isStated, ...(choice !== undefined && { choice }) }];
}
