import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonSchema } from '../../../model/types.ts';
import {
  type ArrayCell,
  both,
  type Cell,
  itemOf,
  type NumberCell,
  type ObjectCell,
  type OpenCell,
  propertyOf,
  type StringCell,
  settled,
} from './cells.ts';
import { typeOf } from './complement.ts';
import type { Schema } from './dialect.ts';
import { idOf } from './identity.ts';
import type { Universe } from './universe.ts';

/** The intersection of two unions of cells. */
export function meetAll(a: readonly Cell[], b: readonly Cell[], universe: Universe): Cell[] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      universe.step();
      return meet(one, other, universe);
    }),
  );
}

/** The intersection of two cells: one cell or none. */
export function meet(a: Cell, b: Cell, universe: Universe): Cell[] {
  if (a.type === 'values') return [{ ...a, values: a.values.filter((value) => holds(b, value, universe)) }];
  if (b.type === 'values') return meet(b, a, universe);
  if (a.type === 'number' && b.type === 'number') return [meetNumbers(a, b)];
  if (a.type === 'string' && b.type === 'string') return [meetStrings(a, b)];
  if (a.type === 'array' && b.type === 'array') return [meetArrays(a, b)];
  if (a.type === 'object' && b.type === 'object') return [meetObjects(a, b)];
  return [];
}

/** Tells whether a value is in a cell. */
export function holds(cell: Cell, value: Json, universe: Universe): boolean {
  if (cell.type === 'values') return cell.values.some((each) => isDeepStrictEqual(each, value));
  return typeOf(value) === cell.type && universe.accepts(asSchema(cell), value);
}

const written = new WeakMap<OpenCell, JsonSchema>();

/** A schema that accepts what is in a cell. */
function asSchema(cell: OpenCell): JsonSchema {
  const known = written.get(cell);
  if (known) return known;
  const parts = [...partsOf(cell), ...cell.also];
  const schema = { ...keywordsOf(cell), ...(parts.length > 0 && { allOf: parts }) };
  written.set(cell, schema);
  return schema;
}

/** The limits of a cell that can be there more than once. */
function partsOf(cell: OpenCell): Schema[] {
  if (cell.type === 'number') return cell.multiples.map((multipleOf) => ({ multipleOf }));
  if (cell.type !== 'string') return [];
  return [...cell.patterns.map((pattern) => ({ pattern })), ...cell.formats.map((format) => ({ format }))];
}

function keywordsOf(cell: OpenCell): JsonSchema {
  const upTo = (name: string): JsonSchema => (cell.max < Infinity ? { [name]: cell.max } : {});
  switch (cell.type) {
    case 'number':
      return {
        type: cell.whole ? 'integer' : 'number',
        ...(cell.min > -Infinity && { [cell.above ? 'exclusiveMinimum' : 'minimum']: cell.min }),
        ...upTo(cell.below ? 'exclusiveMaximum' : 'maximum'),
      };
    case 'string':
      return { type: 'string', minLength: cell.min, ...upTo('maxLength') };
    case 'array': {
      const { unique, prefix, items } = cell;
      const first = prefix.length > 0 && { prefixItems: [...prefix] };
      return { type: 'array', minItems: cell.min, ...upTo('maxItems'), uniqueItems: unique, ...first, items };
    }
    case 'object':
      return {
        type: 'object',
        required: [...cell.required],
        properties: cell.properties,
        patternProperties: cell.patterns,
        additionalProperties: cell.additional,
        minProperties: cell.min,
        ...upTo('maxProperties'),
      };
  }
}

function joined<T extends Json>(a: readonly T[], b: readonly T[]): T[] {
  return [...a, ...b.filter((item) => !a.some((other) => idOf(other) === idOf(item)))];
}

function meetNumbers(a: NumberCell, b: NumberCell): NumberCell {
  const min = Math.max(a.min, b.min);
  const max = Math.min(a.max, b.max);
  return settled({
    type: 'number',
    whole: a.whole || b.whole,
    min,
    max,
    above: (a.above && a.min === min) || (b.above && b.min === min),
    below: (a.below && a.max === max) || (b.below && b.max === max),
    multiples: joined(a.multiples, b.multiples),
    also: joined(a.also, b.also),
  });
}

function meetStrings(a: StringCell, b: StringCell): StringCell {
  return {
    type: 'string',
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    patterns: joined(a.patterns, b.patterns),
    formats: joined(a.formats, b.formats),
    also: joined(a.also, b.also),
  };
}

function meetArrays(a: ArrayCell, b: ArrayCell): ArrayCell {
  const prefix: Schema[] = [];
  for (let index = 0; index < Math.max(a.prefix.length, b.prefix.length); index++) {
    prefix.push(both(itemOf(a, index), itemOf(b, index)));
  }
  return {
    type: 'array',
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    unique: a.unique || b.unique,
    prefix,
    items: both(a.items, b.items),
    also: joined(a.also, b.also),
  };
}

function meetObjects(a: ObjectCell, b: ObjectCell): ObjectCell {
  const names = new Set([...Object.keys(a.properties), ...Object.keys(b.properties)]);
  const patterns: Record<string, Schema> = { ...a.patterns };
  for (const [pattern, schema] of Object.entries(b.patterns))
    patterns[pattern] = both(patterns[pattern] ?? true, schema);
  // A property that one side covers by a pattern alone is not bound by that side's rule for the rest.
  const mixed = Object.keys(patterns).length > 0 && (a.additional !== true || b.additional !== true);
  const rest = { ...a, patterns: mixed ? {} : patterns };
  return {
    ...rest,
    required: new Set([...a.required, ...b.required]),
    properties: Object.fromEntries([...names].map((name) => [name, both(propertyOf(a, name), propertyOf(b, name))])),
    additional: mixed ? true : both(a.additional, b.additional),
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    also: mixed ? joined(joined(a.also, b.also), [asSchema(a), asSchema(b)]) : joined(a.also, b.also),
  };
}
