/** The calls whose prices are compared. */

import type { Invocation } from '../check.ts';
import type { PriceUse } from '../contract.ts';
import { fieldsOf } from '../json.ts';
import { type FieldPath, readsOf, writtenOut } from '../oracle/reads.ts';
import { domainOf, type Realm } from './domain.ts';
import { writeField } from './fields.ts';
import { createKinds } from './kinds.ts';
import { drawn, turningPoints } from './sampling.ts';

/** Calls, and whether they are all that differ in price. */
export interface Points {
  readonly calls: readonly Invocation[];
  readonly whole: boolean;
}

/** Finite domains up to this size are tried as a whole. */
const countable = 1000;

/** Combinations of listed values that are tried where other fields have too many values. */
const combinations = 60;

/**
 * Chooses the calls by which a price is compared.
 *
 * A small finite domain is tried as a whole. Elsewhere come the bounds of each field, the points where the formula
 * turns, calls that differ in how it decides and rounds, last random ones. No call leaves a default to the target: what
 * the defaults are, other rules say.
 */
export function pointsOf(use: PriceUse, realm: Realm, examples: readonly Invocation[], seed: number): Points {
  const { evaluator, requests } = realm;
  const tree = writtenOut(evaluator.price(use), use);
  const fields = readsOf(tree).filter((field) => field.length > 1);
  const kinds = createKinds(use, tree, realm);
  const priced = (calls: readonly Invocation[]) =>
    distinct(calls.map((call) => explicit(call, fields, realm))).filter(
      (call) => requests.allows(call) && kinds.whole(call) !== undefined,
    );

  const all = combine(fields, realm);
  if (all.whole) return { calls: priced([...examples, ...all.calls]), whole: true };

  const closed = fields.filter((field) => domainOf(field, requests.base, realm).whole);
  const open = fields.filter((field) => !closed.includes(field));
  const listed = spread(priced(combine(closed, realm).calls), combinations);
  const starts = listed.length > 0 ? listed : [requests.base];
  const bounds = open.flatMap((field) =>
    domainOf(field, requests.base, realm).values.flatMap((value, index) => {
      const start = starts[index % starts.length];
      return start ? [writeField(start, field, value)] : [];
    }),
  );
  const turns = open.flatMap((field) => turningPoints(field, requests.base, realm, kinds.turns));
  const rest = drawn({ starts, open, realm, seed, kindOf: kinds.whole });
  return { calls: priced([...examples, ...listed, ...bounds, ...turns, ...rest]), whole: false };
}

/** Calls with the combinations of the values that some fields are listed to have. */
export function combinationsOf(fields: readonly FieldPath[], realm: Realm): readonly Invocation[] {
  const { requests } = realm;
  const closed = fields.filter((field) => domainOf(field, requests.base, realm).whole);
  return combine(closed, realm).calls.filter((call) => requests.allows(call));
}

/** Combinations of the fields' values; `whole` is false when a field has more values or there are too many. */
function combine(fields: readonly FieldPath[], realm: Realm): Points {
  const { base } = realm.requests;
  let calls: readonly Invocation[] = [base];
  let whole = true;
  // What is looked up in the line of another field's value comes after that field.
  const dependent = (field: FieldPath) => Number(domainOf(field, base, realm).mined ?? false);
  for (const field of fields.toSorted((one, other) => dependent(one) - dependent(other))) {
    const next = calls.flatMap((call) => {
      const domain = domainOf(field, call, realm);
      whole &&= domain.whole;
      return domain.values.map((value) => writeField(call, field, value));
    });
    if (next.length > countable) return { calls: spread(next, countable), whole: false };
    calls = next;
  }
  return { calls, whole };
}

/** A call with the defaults of the fields that a price reads written out. */
function explicit(call: Invocation, fields: readonly FieldPath[], { requests }: Realm): Invocation {
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

/** So many of the calls, evenly from the first to the last. */
export function spread(calls: readonly Invocation[], count: number): readonly Invocation[] {
  if (calls.length <= count) return calls;
  const step = calls.length / count;
  return calls.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
