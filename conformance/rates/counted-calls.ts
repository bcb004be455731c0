/** Calls that differ in how many units of one catalog entry they ask for. */

import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { shapeOfField, writeField } from '../arbitraries/fields.ts';
import { lengthened } from '../arbitraries/metered-calls.ts';
import { typeOf } from '../arbitraries/minimal.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import type { Run } from '../check/run.ts';
import type { Expression, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, fieldOf, partsOf, readsOf, writtenOut } from '../oracle/reads.ts';
import { catalogRead } from './catalog-bodies.ts';

/** Two calls that differ in how many units of an entry they ask for. */
export interface Pair {
  readonly id: string;
  readonly choice?: string;
  readonly isStated: boolean;
  readonly more: number;
  readonly calls: readonly [Invocation, Invocation];
}

/** Pairs of calls of one operation, and the catalog whose entries they are about. */
export interface CallPairs {
  readonly catalog: string;
  readonly pairs: readonly Pair[];
}

/** Pairs of calls whose prices differ by the price of one more image, second or thousand characters. */
export function pairsOf(run: Run, operation: Operation): CallPairs | undefined {
  const priced = pricedOf(run, operation);
  return priced && (countedOf(run, priced) ?? lengthPairsOf(run, priced));
}

/** An operation whose price reads an entry of a catalog, which a field of its request names. */
interface PricedOperation extends OperationContext {
  readonly use: NonNullable<Operation['price']>;
  readonly tree: Expression;
  readonly catalog: string;
  readonly model: FieldPath;
}

function pricedOf(run: Run, operation: Operation): PricedOperation | undefined {
  const { price: use, closed } = operation;
  if (!use || closed) return undefined;
  const { evaluator } = run;
  const tree = writtenOut(evaluator.price(use), use);
  const read = catalogRead(tree);
  const model = read && fieldOf(read.key);
  if (!read || !model) return undefined;
  const { material, requests } = answerCacheOf(run);
  return { operation, requests: requests(operation), evaluator, material, use, tree, catalog: read.catalog, model };
}

/** Pairs of calls of an operation for each entry and choice; `undefined` where its price is not by the piece. */
function countedOf(run: Run, priced: PricedOperation): CallPairs | undefined {
  const { operation, evaluator, material, requests, use, tree, catalog, model } = priced;
  if (evaluator.price(use).kind !== 'quoted' || run.contract.catalogs[catalog]?.live === undefined) return undefined;
  const ofType = (type: string) =>
    readsOf(tree).find((field) => {
      const shape = field.length > 1 ? shapeOfField(operation, field, material.validator.shapes) : undefined;
      return shape !== undefined && typeOf(shape) === type && String(field) !== String(model);
    });
  const isStated = (call: Invocation) => evaluator.isPriceStated(use, requests.environment(call));
  const [count, choice] = [ofType('integer'), ofType('string')];
  if (!count || !choice) return undefined;
  const pairs = catalogsOf(run.contract)
    .lines(catalog)
    .flatMap(({ key: id }) => {
      const base = writeField(requests.base, model, id);
      const given = domainOf(choice, base, priced).values.filter((value) => typeof value === 'string');
      return (given.length > 0 ? given : [undefined]).flatMap((value) =>
        pairOf(writeField(base, choice, value), count, priced).map((pair) => ({
          ...{ id, ...pair, isStated: pair.calls.every((call) => isStated(call)) },
          ...(value !== undefined && { choice: value }),
        })),
      );
    });
  return { catalog, pairs };
}

/** The call with the smallest and the largest number that it may have. */
function pairOf(
  call: Invocation,
  count: FieldPath,
  context: OperationContext,
): readonly Pick<Pair, 'more' | 'calls'>[] {
  const numbers = domainOf(count, call, context).values.filter((value) => typeof value === 'number');
  const allowed = numbers
    .toSorted((one, other) => one - other)
    .map((number) => ({ number, call: writeField(call, count, number) }))
    .filter((each) => context.requests.allows(each.call));
  const [low, high] = [allowed[0], allowed.at(-1)];
  return low && high && high !== low ? [{ more: high.number - low.number, calls: [low.call, high.call] }] : [];
}

/** Characters of the two texts of a pair, which every model takes; catalogs list prices of a thousand. */
const lengths = [1000, 2000] as const;

/** Pairs of calls with texts of two lengths, for each entry whose price depends on nothing but its request's characters. */
function lengthPairsOf(run: Run, priced: PricedOperation): CallPairs | undefined {
  const { evaluator, requests, use, tree, catalog, model } = priced;
  if (!countsCharacters(tree)) return undefined;
  const isOfText = (call: Invocation) => {
    const environment = requests.environment(call);
    try {
      return evaluator.isPriceStated(use, environment) && evaluator.usd(use, environment).gt(0);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  };
  const pairs = catalogsOf(run.contract)
    .lines(catalog)
    .flatMap(({ key: id }): readonly Pair[] => {
      const call = writeField(requests.base, model, id);
      const [low, high] = [lengthened(call, lengths[0], priced), lengthened(call, lengths[1], priced)];
      const isPair = [low, high].every((each) => requests.allows(each) && isOfText(each));
      return isPair ? [{ id, isStated: true, more: 1, calls: [low, high] }] : [];
    });
  return { catalog, pairs };
}

function countsCharacters(tree: Expression): boolean {
  return (tree.op === 'call' && tree.name === 'characters') || partsOf(tree).some(countsCharacters);
}
