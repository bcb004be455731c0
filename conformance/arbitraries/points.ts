/** The calls whose prices are compared. */

import { fieldsOf } from '../common/json.ts';
import { spread } from '../common/spread.ts';
import type { PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { type FieldPath, readsOf, writtenOut } from '../oracle/reads.ts';
import { type CallCombinations, combined, listable, maxDomain } from './combinations.ts';
import { covering } from './covering.ts';
import { domainOf, type OperationContext } from './domain.ts';
import { readField, writeField } from './fields.ts';
import { createKinds } from './kinds.ts';
import { axesAmong, landmarksOf } from './landmarks.ts';
import { drawn, turningPoints } from './sampling.ts';

/**
 * Chooses the calls whose prices are compared.
 *
 * A small finite domain is tried as a table. For larger ones: the bounds of each field, the points where the formula changes
 * its branch, calls that differ in branch and rounding, and random ones. No call relies on a default of the target:
 * other rules check defaults.
 */
export function pointsOf(
  use: PriceUse,
  context: OperationContext,
  examples: readonly Invocation[],
  seed: number,
): CallCombinations {
  const { requests } = context;
  const { fields, kinds, priced } = pricingOf(use, context);
  const all = combined(fields, context, maxDomain);
  const turns = fields.flatMap((field) => turningPoints(field, requests.base, context, kinds.turns));
  if (all.whole) {
    const cells = tableOf(priced(all.calls), fields, context);
    return { calls: priced([...examples, ...cells, ...turns]), whole: true };
  }

  const closed = fields.filter((field) => domainOf(field, requests.base, context).whole);
  const open = fields.filter((field) => !closed.includes(field));
  const listed = tableOf(priced(combined(closed, context, maxDomain).calls), closed, context);
  const starts = listed.length > 0 ? listed : [requests.base];
  const bounds = open.flatMap((field) =>
    domainOf(field, requests.base, context).values.flatMap((value, index) => {
      const start = starts[index % starts.length];
      return start ? [writeField(start, field, value)] : [];
    }),
  );
  const rest = drawn({ starts, open, context, seed, kindOf: kinds.whole });
  return { calls: priced([...examples, ...listed, ...bounds, ...turns, ...rest]), whole: false };
}

/** Numbers of one field that are tried in a table, beside the least and the greatest for each value of the others. */
const numbers = 12;

/** The cells of a table: every pair of values of two fields; of numbers, the least and the greatest, and some between. */
function tableOf(
  calls: readonly Invocation[],
  fields: readonly FieldPath[],
  context: OperationContext,
): readonly Invocation[] {
  // A price that reads no field is compared by any call.
  if (fields.length === 0) return calls;
  const axes = axesAmong(fields, context);
  const pairs = covering(landmarksOf(calls, [], { fields, axes }), fields, { seed: 0, most: 0 });
  return [...pairs, ...axes.flatMap((axis) => spread(covering(calls, [axis], { seed: 0, most: 0 }), numbers))];
}

/** Every valid call that differs in a field that the price reads; `undefined` where there are too many. */
export function wholeDomain(use: PriceUse, context: OperationContext): readonly Invocation[] | undefined {
  const { fields, priced } = pricingOf(use, context);
  const { calls, whole } = combined(fields, context, listable);
  return whole ? priced(calls) : undefined;
}

/** The fields that a price reads and a call leaves to their defaults; other rules check defaults. */
export function leftToDefaults(call: Invocation, use: PriceUse, context: OperationContext): readonly FieldPath[] {
  const filled = explicit(call, fieldsRead(use, context), context);
  return fieldsRead(use, context).filter(
    (field) => readField(call, field) === undefined && readField(filled, field) !== undefined,
  );
}

/** The fields of a call that a price reads. */
export function fieldsRead(use: PriceUse, { evaluator }: OperationContext): readonly FieldPath[] {
  return readsOf(writtenOut(evaluator.price(use), use)).filter((field) => field.length > 1);
}

/** The fields that a price reads, and a filter for calls that have a price. */
function pricingOf(use: PriceUse, context: OperationContext) {
  const tree = writtenOut(context.evaluator.price(use), use);
  const fields = fieldsRead(use, context);
  const kinds = createKinds(use, tree, context);
  const priced = (calls: readonly Invocation[]) =>
    distinct(calls.map((call) => explicit(call, fields, context))).filter(
      (call) => context.requests.allows(call) && kinds.whole(call) !== undefined,
    );
  return { fields, kinds, priced };
}

/** A call with the defaults of the fields that a price reads made explicit. */
function explicit(call: Invocation, fields: readonly FieldPath[], { requests }: OperationContext): Invocation {
  const environment = requests.environment(call);
  return fields.reduce((written, field) => {
    const [root, ...names] = field;
    const value = names.reduce<unknown>((outer, name) => fieldsOf(outer)[name], environment[root]);
    return value === undefined ? written : writeField(written, field, value);
  }, call);
}

function distinct(calls: readonly Invocation[]): readonly Invocation[] {
  const keyed = calls.map((call) => [JSON.stringify([call.body, call.query, call.params]), call] as const);
  return [...new Map(keyed).values()];
}
