/** Calls that differ in what a metered price reads: fields of the request, and of an answer that repeats them. */

import { isObject } from '@tollwright/runtime/values';
import { combinationsOf } from '../arbitraries/combinations.ts';
import { type OperationContext, withTextOfLength } from '../arbitraries/domain.ts';
import { readField, shapeOfField, writeField } from '../arbitraries/fields.ts';
import { typeOf } from '../arbitraries/minimal.ts';
import type { Invocation } from '../check/exchange.ts';
import type { Expression, PriceExample, PriceUse } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { type FieldPath, partsOf, readsOf, writtenOut } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';

/** Characters of text to a token, at the usual estimate. */
const perToken = 4;

/** Characters of the longest call where no example of a price tells how long calls are. */
const usual = 4000;

/**
 * Groups of calls whose charges depend on the same rates.
 *
 * Each is about what an example of the price names: the example's own fields over the operation's, by themselves, with
 * the counts that a request may set at 1, and with texts of a quarter, half and the whole length of the longest example:
 * far from the length at which a deployment may begin to reckon otherwise. Each comes with every value of the fields that
 * the answer repeats. Where no example of the price is of the operation, its own example is made longer: short calls may
 * cost a minimum.
 */
export function meteredCalls(use: PriceUse, context: OperationContext): readonly (readonly Invocation[])[] {
  const { operation, requests, evaluator, material } = context;
  const price = evaluator.price(use);
  const tree = writtenOut(price, use);
  const repeated = answerFieldsOf(tree).flatMap((name): FieldPath[] => {
    const field: FieldPath = ['request', name];
    return shapeOfField(operation, field, material.validator.shapes) ? [field] : [];
  });
  const read = readsOf(tree).filter((field) => field.length > 1);
  const named = price.examples.filter((example) => (example.operation ?? operation.id) === operation.id);
  const longest = perToken * Math.max(...price.examples.flatMap(({ response }) => [0, ...numbersOf(response)]));
  const lengths = [1 / 4, 1 / 2, 1].map((part) => Math.floor(part * (named.length > 0 ? longest : usual)));
  // Whether this operation takes what an example of another one names, its answer tells; what it takes for sure comes beside.
  const lenient = { ...requests, allows: requests.mayAllow };
  const repeating = (calls: readonly Invocation[]) =>
    calls.flatMap((call) => combinationsOf(repeated, { ...context, requests: { ...lenient, base: call } }));
  if (named.length === 0) return [repeating(lengths.map((length) => lengthened(requests.base, length, context)))];
  const kinds = Map.groupBy(named, (example) =>
    JSON.stringify(read.map((field) => readField(asCall(example, context), field))),
  );
  const bases = [...kinds.values()].map(([first]) =>
    read.reduce((call, field) => {
      const value = first && readField(asCall(first, context), field);
      return value === undefined ? call : writeField(call, field, value);
    }, requests.base),
  );
  const taken = bases.filter((base) => !requests.allows(base)).flatMap((base) => requests.repair(base) ?? []);
  return [...bases, ...taken.slice(0, 1)].map((base) => {
    const short = countsOf(context)
      .map((field) => writeField(base, field, 1))
      .filter(lenient.allows);
    return repeating([base, ...short, ...lengths.map((length) => lengthened(base, length, context))]);
  });
}

function asCall({ request }: PriceExample, { operation }: OperationContext): Invocation {
  return { operation, body: request };
}

/** The whole numbers that a body may carry. */
function countsOf({ operation, material }: OperationContext): readonly FieldPath[] {
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const counts = shapes
    .flatMap((shape) => Object.entries(propertiesOf(shape)))
    .filter(([, field]) => typeOf(field) === 'integer');
  return counts.map(([name]) => ['request', name]);
}

/** A call whose first free text, in whichever field, is so long; the same call where none may be. */
function lengthened(call: Invocation, characters: number, context: OperationContext): Invocation {
  for (const name of Object.keys(fieldsOf(call.body))) {
    const field: FieldPath = ['request', name];
    const longer = withTextOfLength(field, call, characters, context);
    if (longer !== undefined) return writeField(call, field, longer);
  }
  return call;
}

/** Names of the fields that an expression reads of the answer itself. */
export function answerFieldsOf(tree: Expression): readonly string[] {
  if ((tree.op === 'field' || tree.op === 'has') && tree.of.op === 'variable') {
    return tree.of.name === 'response' ? [tree.name] : [];
  }
  return [...new Set(partsOf(tree).flatMap(answerFieldsOf))];
}

function* numbersOf(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (Array.isArray(value) || isObject(value)) for (const item of Object.values(value)) yield* numbersOf(item);
}
