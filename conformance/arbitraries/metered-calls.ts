/** Calls that differ in the fields that a metered price reads: of the request, and of a response that repeats them. */

import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '../common/json.ts';
import type { Expression, PriceExample, PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { type FieldPath, partsOf, readsOf, writtenOut } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { combinationsOf } from './combinations.ts';
import { type OperationContext, withTextOfLength } from './domain.ts';
import { readField, shapeOfField, writeField } from './fields.ts';
import { typeOf } from './minimal.ts';

/** Characters per token, by the usual estimate. */
const perToken = 4;

/** Characters of the longest call where no example of a price shows a length. */
const usualLength = 4000;

/**
 * Groups of calls whose charges depend on the same rates.
 *
 * Each group is about one example of the price: its fields over those of the operation's example, as they are, with each
 * integer field at 1, and with texts of a quarter, half and the whole length of the longest example, since a deployment may
 * charge longer ones differently. Each comes with every value of the fields that the response repeats. Where the price has
 * no example of the operation, the operation's own example is made longer: short calls may cost a minimum.
 */
export function meteredCalls(use: PriceUse, context: OperationContext): readonly (readonly Invocation[])[] {
  const { operation, requests, evaluator, material } = context;
  const price = evaluator.price(use);
  const tree = writtenOut(price, use);
  const repeated = responseFieldsOf(tree).flatMap((name): FieldPath[] => {
    const field: FieldPath = ['request', name];
    return shapeOfField(operation, field, material.validator.shapes) ? [field] : [];
  });
  const read = readsOf(tree).filter((field) => field.length > 1);
  const named = price.examples.filter((example) => (example.operation ?? operation.id) === operation.id);
  const maxCharacters = perToken * Math.max(...price.examples.flatMap(({ response }) => [0, ...numbersOf(response)]));
  const lengths = [1 / 4, 1 / 2, 1].map((part) => Math.floor(part * (named.length > 0 ? maxCharacters : usualLength)));
  // An example of another operation may not be valid here, which the response shows; a valid one is added.
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
  const valid = bases.filter((base) => !requests.allows(base)).flatMap((base) => requests.repair(base) ?? []);
  return [...bases, ...valid.slice(0, 1)].map((base) => {
    const short = integerFieldsOf(context)
      .map((field) => writeField(base, field, 1))
      .filter(lenient.allows);
    return repeating([base, ...short, ...lengths.map((length) => lengthened(base, length, context))]);
  });
}

function asCall({ request }: PriceExample, { operation }: OperationContext): Invocation {
  return { operation, body: request };
}

/** The integer fields that a body may have. */
export function integerFieldsOf({ operation, material }: OperationContext): readonly FieldPath[] {
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const integers = shapes
    .flatMap((shape) => Object.entries(propertiesOf(shape)))
    .filter(([, field]) => typeOf(field) === 'integer');
  return integers.map(([name]) => ['request', name]);
}

/** A call whose first free text has a length; the same call where no field may have one. */
export function lengthened(call: Invocation, characters: number, context: OperationContext): Invocation {
  for (const name of Object.keys(fieldsOf(call.body))) {
    const field: FieldPath = ['request', name];
    const longer = withTextOfLength(field, call, characters, context);
    if (longer !== undefined) return writeField(call, field, longer);
  }
  return call;
}

/** Names of the top-level response fields that an expression reads. */
export function responseFieldsOf(tree: Expression): readonly string[] {
  if ((tree.op === 'field' || tree.op === 'has') && tree.of.op === 'variable') {
    return tree.of.name === 'response' ? [tree.name] : [];
  }
  return [...new Set(partsOf(tree).flatMap(responseFieldsOf))];
}

function* numbersOf(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (Array.isArray(value) || isObject(value)) for (const item of Object.values(value)) yield* numbersOf(item);
}
