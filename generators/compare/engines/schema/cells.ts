import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonSchema } from '../../../model/types.ts';
import { type Schema, schemaOf, schemasByName, schemasOf } from './dialect.ts';

/** Some values, one by one. */
export interface ValuesCell {
  readonly type: 'values';
  readonly values: readonly Json[];
}

/** Numbers between two bounds; whole numbers have inclusive bounds. */
export interface NumberCell {
  readonly type: 'number';
  readonly whole: boolean;
  readonly min: number;
  readonly max: number;
  /** True where the bound itself is outside. */
  readonly above: boolean;
  readonly below: boolean;
  readonly multiples: readonly number[];
  readonly also: readonly Schema[];
}

/** Strings of some lengths. */
export interface StringCell {
  readonly type: 'string';
  readonly min: number;
  readonly max: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly also: readonly Schema[];
}

/** Arrays of some lengths. */
export interface ArrayCell {
  readonly type: 'array';
  readonly min: number;
  readonly max: number;
  readonly unique: boolean;
  readonly prefix: readonly Schema[];
  readonly items: Schema;
  readonly also: readonly Schema[];
}

/** Objects with some properties. */
export interface ObjectCell {
  readonly type: 'object';
  readonly required: ReadonlySet<string>;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly patterns: Readonly<Record<string, Schema>>;
  readonly additional: Schema;
  readonly min: number;
  readonly max: number;
  readonly also: readonly Schema[];
}

/** A set of values of one type that all of its limits describe; a schema accepts the union of its cells. */
export type Cell = ValuesCell | NumberCell | StringCell | ArrayCell | ObjectCell;

/** A cell that is not a list of values. */
export type OpenCell = Exclude<Cell, ValuesCell>;

/** Keywords without a limit of their own in a cell, by the type whose values they restrict. */
const others: readonly (readonly [OpenCell['type'], readonly string[]])[] = [
  ['array', ['contains', 'minContains', 'maxContains']],
  ['object', ['propertyNames']],
  ['object', ['dependentRequired']],
  ['object', ['dependentSchemas']],
];

/** The types that a schema names. */
function typesOf({ type }: JsonSchema): readonly Json[] {
  if (type === undefined) return ['null', 'boolean', 'number', 'string', 'array', 'object'];
  return Array.isArray(type) ? type : [type];
}

/** The cells of a schema's own keywords, one for each type, without its references and combinations. */
export function typedCells(schema: JsonSchema): Cell[] {
  const types = typesOf(schema);
  const values: Json[] = [
    ...(types.includes('null') ? [null] : []),
    ...(types.includes('boolean') ? [true, false] : []),
  ];
  const also = (type: OpenCell['type']): Schema[] =>
    others.flatMap(([of, keywords]) => {
      const given = keywords.filter((keyword) => schema[keyword] !== undefined);
      return of === type && given.length > 0
        ? [Object.fromEntries(given.map((each) => [each, schema[each] ?? true]))]
        : [];
    });
  return [
    ...(values.length > 0 ? [{ type: 'values' as const, values }] : []),
    ...(types.includes('number')
      ? [numberCell(schema, false)]
      : types.includes('integer')
        ? [numberCell(schema, true)]
        : []),
    ...(types.includes('string') ? [stringCell(schema)] : []),
    ...(types.includes('array') ? [arrayCell(schema, also('array'))] : []),
    ...(types.includes('object') ? [objectCell(schema, also('object'))] : []),
  ];
}

function numberCell(schema: JsonSchema, whole: boolean): NumberCell {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const [low, over] = [numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity)];
  const [high, under] = [numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity)];
  return settled({
    type: 'number',
    whole,
    min: Math.max(low, over),
    above: over >= low && over > -Infinity,
    max: Math.min(high, under),
    below: under <= high && under < Infinity,
    multiples: typeof multipleOf === 'number' ? [multipleOf] : [],
    also: [],
  });
}

/** A cell of whole numbers with the bounds that whole numbers can have. */
export function settled(cell: NumberCell): NumberCell {
  if (!cell.whole && !cell.multiples.some(Number.isInteger)) return cell;
  const { min, max, above, below } = cell;
  return {
    ...cell,
    whole: true,
    min: above && Number.isInteger(min) ? min + 1 : Math.ceil(min),
    max: below && Number.isInteger(max) ? max - 1 : Math.floor(max),
    above: false,
    below: false,
  };
}

function stringCell(schema: JsonSchema): StringCell {
  const { minLength, maxLength, pattern, format } = schema;
  return {
    type: 'string',
    min: numberOr(minLength, 0),
    max: numberOr(maxLength, Infinity),
    patterns: typeof pattern === 'string' ? [pattern] : [],
    formats: typeof format === 'string' ? [format] : [],
    also: [],
  };
}

function arrayCell(schema: JsonSchema, also: readonly Schema[]): ArrayCell {
  return {
    type: 'array',
    min: numberOr(schema.minItems, 0),
    max: numberOr(schema.maxItems, Infinity),
    unique: schema.uniqueItems === true,
    prefix: schemasOf(schema.prefixItems),
    items: schemaOf(schema.items),
    also,
  };
}

function objectCell(schema: JsonSchema, also: readonly Schema[]): ObjectCell {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return {
    type: 'object',
    required: new Set(required),
    properties: schemasByName(schema.properties),
    patterns: schemasByName(schema.patternProperties),
    additional: schemaOf(schema.additionalProperties),
    min: numberOr(schema.minProperties, 0),
    max: numberOr(schema.maxProperties, Infinity),
    also,
  };
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** The intersection of two schemas. */
export function both(a: Schema, b: Schema): Schema {
  if (a === true || isDeepStrictEqual(a, b)) return b;
  if (b === true) return a;
  return a === false || b === false ? false : { allOf: [a, b] };
}

/** The schema of a property of an object cell. */
export function propertyOf(cell: ObjectCell, name: string): Schema {
  const named = Object.hasOwn(cell.properties, name) ? cell.properties[name] : undefined;
  const matching = Object.entries(cell.patterns).flatMap(([pattern, schema]) =>
    new RegExp(pattern, 'u').test(name) ? [schema] : [],
  );
  if (named === undefined && matching.length === 0) return cell.additional;
  return matching.reduce(both, named ?? true);
}

/** The schema of an item of an array cell. */
export function itemOf(cell: ArrayCell, index: number): Schema {
  return cell.prefix[index] ?? cell.items;
}
