/** The values of one field that prices are tested with. */

import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import { type FieldPath, isOnlyCounted } from '../oracle/reads.ts';
import { choicesInExpressions, expressionsOf, lengthsInExpressions, listedChoices } from './choices.ts';
import { readField, rootOf, shapeOfField, writeField } from './fields.ts';
import { listOf } from './items.ts';
import { type Material, minimal, typeOf } from './minimal.ts';
import type { Requests } from './requests.ts';
import { textOfLength, wide } from './text.ts';

/** An operation with the tools that generate and evaluate its requests. */
export interface OperationContext {
  readonly operation: Operation;
  readonly requests: Requests;
  readonly evaluator: Evaluator;
  readonly material: Material;
}

/** Values of a field. */
export interface Domain {
  readonly values: readonly unknown[];
  /** True when these are all values of the field. */
  readonly whole: boolean;
  /** True when the values depend on the values of other fields. */
  readonly dependent?: boolean;
  /** The scale of values that are not listed: size for numbers, length for texts and lists. */
  readonly axis?: Axis;
}

/** Values of a field by a number. */
export interface Axis {
  readonly positions: readonly number[];
  readonly valueAt: (position: number) => unknown;
}

/** Integer ranges up to this size are tried completely. */
const maxRange = 1000;

/** Items of the longest list that is tried, where the schema has no maxItems. */
const longestList = 300;

/** Lengths of texts that are tried, where the schema allows them: small ones, and around common billing units. */
const lengths = [1, 2, 3, 4, 5, 8, 9, 10, 99, 100, 101, 999, 1000, 1001, 3999, 4000, 4001];

/**
 * The values to try in a field, given the rest of the call.
 *
 * A field is omitted only where it has no default: other rules check defaults.
 */
export function domainOf(field: FieldPath, invocation: Invocation, context: OperationContext): Domain {
  const shape = shapeOfField(context.operation, field, context.material.validator.shapes);
  const domain = present(field, shape, invocation, context);
  const optional =
    shape && shape.default === undefined && context.requests.fits(writeField(invocation, field, undefined));
  return optional ? { ...domain, values: [...domain.values, undefined] } : domain;
}

function present(
  field: FieldPath,
  shape: JsonSchema | undefined,
  invocation: Invocation,
  context: OperationContext,
): Domain {
  const { operation, requests, evaluator, material } = context;
  const current = readField(invocation, field);
  if (!shape || shape.const !== undefined) return { values: [current], whole: true };
  if (typeof shape.catalog === 'string') {
    const stated = assertable(shape.catalog, material);
    // Of some catalogs the documents state a part only, and not whether this operation accepts it.
    const some = stated.some((key) => requests.repair(writeField(invocation, field, key), field.join('.')));
    return { values: some ? stated : material.catalogs.lines(shape.catalog).map(({ key }) => key), whole: true };
  }
  const listed = listedChoices(field, operation, material);
  if (listed) return { values: listed, whole: true };
  const expressions = expressionsOf(operation, evaluator);
  const dependent = choicesInExpressions(field, expressions, requests.environment(invocation), evaluator);
  // The set may list forbidden values; the call then has another one.
  const other = current === undefined || dependent.includes(current) ? [] : [current];
  if (dependent.length > 0) return { values: [...other, ...dependent], whole: true, dependent: true };
  const type = typeOf(shape);
  if (type === 'integer' || type === 'number') return numbers(shape, type === 'integer', current);
  if (type === 'array' && expressions.every((tree) => isOnlyCounted(field, tree)))
    return lists(shape, current, context);
  return texts(field, invocation, shape, context);
}

/** Keys of a catalog whose lines the documents state; all of them where they state none. */
function assertable(catalog: string, { catalogs }: Material): readonly string[] {
  const lines = catalogs.lines(catalog);
  const stated = lines.filter(({ status }) => status === 'stated' || status === 'derived');
  return (stated.length > 0 ? stated : lines).map(({ key }) => key);
}

function numbers(shape: JsonSchema, integer: boolean, current: unknown): Domain {
  const low = Number(shape.minimum ?? 0);
  const high = Number(shape.maximum ?? low + 10_000);
  const whole = integer && shape.minimum !== undefined && shape.maximum !== undefined && high - low < maxRange;
  const valueAt = (position: number) => position;
  if (whole) {
    const positions = Array.from({ length: high - low + 1 }, (_, index) => low + index);
    return { values: positions, whole, axis: { positions, valueAt } };
  }
  const middle = Math.floor((low + high) / 2);
  const step = integer ? 1 : 0.5;
  const usual = typeof current === 'number' ? [current] : [];
  const wanted = [low, low + step, ...usual, 3, 7, 100, 999, 1000, 1001, middle, middle + step, high - step, high];
  const positions = [...new Set(wanted)].filter((value) => value >= low && value <= high).sort((a, b) => a - b);
  return { values: positions, whole: false, axis: { positions, valueAt } };
}

/** Lists of distinct items by length, where only their length matters. */
function lists(shape: JsonSchema, current: unknown, { material }: OperationContext): Domain {
  const { minItems = 1, maxItems = longestList } = shape;
  const usual = Array.isArray(current) ? current.length : undefined;
  const { values, whole } = numbers({ minimum: minItems, maximum: maxItems }, true, usual);
  const positions = values.map(Number);
  const valueAt = (length: number) =>
    listOf(length, { ...shape, uniqueItems: true }, current, material) ?? listOf(length, shape, current, material);
  return {
    values: positions.map(valueAt),
    whole: whole && shape.maxItems !== undefined,
    axis: { positions, valueAt },
  };
}

/** Characters of the longest text that is tried, where the schema has no maxLength; servers bound the length of a URL. */
const longestText = { body: 5000, url: 200 };

function texts(field: FieldPath, invocation: Invocation, shape: JsonSchema, context: OperationContext): Domain {
  const low = Number(shape.minLength ?? 1);
  const high = Number(shape.maxLength ?? (field[0] === rootOf.body ? longestText.body : longestText.url));
  const least = readField(invocation, field) === undefined ? minimal(shape, context.material) : undefined;
  const start = least === undefined ? invocation : writeField(invocation, field, least);
  const valueAt = (length: number) => withTextOfLength(field, start, length, context);
  const { operation, requests, evaluator } = context;
  const expressions = expressionsOf(operation, evaluator);
  const compared = lengthsInExpressions(field, expressions, requests.environment(invocation), evaluator);
  const maxLength = Math.max(high, ...(shape.maxLength === undefined ? compared : []));
  const wanted = [low, ...lengths, high - 1, high, ...compared].filter(
    (length) => length >= low && length <= maxLength,
  );
  const positions = [...new Set(wanted)].filter((length) => valueAt(length) !== undefined).sort((a, b) => a - b);
  // Characters of several bytes, at a small, a middle and the greatest length.
  const long = [positions[3], positions[Math.floor(positions.length / 2)], positions.at(-1)].map(
    (length) => length && withTextOfLength(field, start, length, context, wide),
  );
  const values = [...positions.map(valueAt), ...long.filter((value) => value !== undefined)];
  return { values, whole: false, axis: { positions, valueAt } };
}

/** The value of a field with one text of the given length in code points; `undefined` where it has no free text. */
export function withTextOfLength(
  field: FieldPath,
  invocation: Invocation,
  length: number,
  { requests }: OperationContext,
  character = 'a',
): unknown {
  const text = textOfLength(length, character);
  for (const changed of withEachText(readField(invocation, field), text)) {
    if (requests.fits(writeField(invocation, field, changed))) return changed;
  }
  return undefined;
}

/** A value with one of its texts replaced, for each of its texts. */
function* withEachText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of withEachText(item, text)) yield value.with(index, changed);
    }
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      for (const changed of withEachText(item, text)) yield { ...value, [name]: changed };
    }
  }
}
