/** Calls that differ in how many units of one catalog entry they ask for. */

import { lengthened } from '../account/metered-calls.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { shapeOfField, writeField } from '../arbitraries/fields.ts';
import { typeOf } from '../arbitraries/minimal.ts';
import type { Run } from '../check/check.ts';
import type { Invocation } from '../check/exchange.ts';
import type { Expression, Operation } from '../contract/contract.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, fieldOf, partsOf, readsOf, writtenOut } from '../oracle/reads.ts';
import { answerCacheOf } from '../requests/answer-cache.ts';
import { catalogRead } from './read-catalog.ts';

/** Two calls that differ in how many units of an entry they ask for. */
export interface Pair {
  readonly id: string;
  readonly choice?: string;
  readonly isStated: boolean;
  readonly more: number;
  readonly calls: readonly [Invocation, Invocation];
}

/** Pairs of calls of one operation, and the catalog whose entries they are about. */
export interface Counted {
  readonly catalog: string;
  readonly pairs: readonly Pair[];
}

/** The pairs of calls whose prices differ by what one more image, second or thousand characters cost. */
export function pairsOf(run: Run, operation: Operation): Counted | undefined {
  return countedOf(run, operation) ?? lengthPairsOf(run, operation);
}

/** Pairs of calls of an operation for each entry and choice; `undefined` where its price is not by the piece. */
function countedOf(run: Run, operation: Operation): Counted | undefined {
  const { price: use, closed } = operation;
  if (!use || closed || run.evaluator.price(use).kind !== 'quoted') return undefined;
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

/** Characters of the two texts of a pair, which every model takes; catalogs list prices of a thousand. */
const lengths = [1000, 2000] as const;

/** Pairs of calls with texts of two lengths, for each entry whose price depends on nothing but its request's characters. */
function lengthPairsOf(run: Run, operation: Operation): Counted | undefined {
  const { price: use, closed } = operation;
  if (!use || closed) return undefined;
  const tree = writtenOut(run.evaluator.price(use), use);
  const read = catalogRead(tree);
  const model = read && fieldOf(read.key);
  if (!read || !model || !countsCharacters(tree)) return undefined;
  const { material, requests } = answerCacheOf(run);
  const context: OperationContext = { operation, requests: requests(operation), evaluator: run.evaluator, material };
  const isOfText = (call: Invocation) => {
    const environment = context.requests.environment(call);
    try {
      return run.evaluator.isPriceStated(use, environment) && run.evaluator.usd(use, environment).gt(0);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  };
  const pairs = catalogsOf(run.contract)
    .lines(read.catalog)
    .flatMap(({ key: id }): readonly Pair[] => {
      const call = writeField(context.requests.base, model, id);
      const [low, high] = [lengthened(call, lengths[0], context), lengthened(call, lengths[1], context)];
      const isPair = [low, high].every((each) => context.requests.allows(each) && isOfText(each));
      return isPair ? [{ id, isStated: true, more: 1, calls: [low, high] }] : [];
    });
  return { catalog: read.catalog, pairs };
}

function countsCharacters(tree: Expression): boolean {
  return (tree.op === 'call' && tree.name === 'characters') || partsOf(tree).some(countsCharacters);
}
