import { Fraction } from 'fraction.js';
import { isObject, propertiesOf, referenceOf, requiredOf } from '../json-schema/walk.ts';
import type { CatalogEntry, Json, JsonSchema } from '../model/types.ts';

/** What is known of a value when a formula is compiled. */
export type Type =
  /** A `number` that counts units of 10^-`places`, between two counts. */
  | { readonly is: 'integer'; readonly places: number; readonly minimum?: bigint; readonly maximum?: bigint }
  /** A `number` that may have decimals; `places` where the schema bounds them. */
  | { readonly is: 'double'; readonly places?: number; readonly minimum?: bigint; readonly maximum?: bigint }
  /** At most `maximum` code points. */
  | { readonly is: 'string'; readonly maximum?: bigint }
  | { readonly is: 'boolean' | 'null' | 'unknown' }
  | { readonly is: 'list'; readonly items: Type; readonly maximum?: bigint }
  /** A value per key. */
  | { readonly is: 'record'; readonly values: Type }
  | { readonly is: 'object'; readonly fields: ReadonlyMap<string, Field> };

/** A field of an object. */
export interface Field {
  readonly type: Type;
  readonly optional: boolean;
}

/** Resolves the name behind a `$ref`. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Follows `$ref`s; keywords beside a `$ref` stay. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = referenceOf(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  const target = schemas[name];
  if (!target) throw new Error(`Nothing is defined as ${name}.`);
  return { ...resolved(target, schemas), ...beside };
}

/** What a schema says of values that keep it, defaults filled in. */
export function typeOfSchema(reference: JsonSchema, schemas: Schemas): Type {
  const schema = resolved(reference, schemas);
  switch (schema.type ?? typeOfChoices(schema)) {
    case 'string':
      return { is: 'string', ...(typeof schema.maxLength === 'number' && { maximum: BigInt(schema.maxLength) }) };
    case 'integer':
      return { is: 'integer', places: 0, ...range(schema, 0) };
    case 'number':
      return double(schema);
    case 'boolean':
      return { is: 'boolean' };
    case 'null':
      return { is: 'null' };
    case 'array': {
      const items = isObject(schema.items) ? typeOfSchema(schema.items, schemas) : ({ is: 'unknown' } as const);
      return { is: 'list', items, ...(typeof schema.maxItems === 'number' && { maximum: BigInt(schema.maxItems) }) };
    }
    case 'object':
      return typeOfObject(schema, schemas);
    default:
      return { is: 'unknown' };
  }
}

function typeOfChoices(schema: JsonSchema): string | undefined {
  const choices = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  const kinds = new Set(choices.map((choice: Json | undefined) => typeof choice));
  const [kind] = kinds;
  return kinds.size === 1 && (kind === 'string' || kind === 'boolean') ? kind : undefined;
}

function typeOfObject(schema: JsonSchema, schemas: Schemas): Type {
  if (!isObject(schema.properties)) {
    const values = schema.additionalProperties;
    return { is: 'record', values: isObject(values) ? typeOfSchema(values, schemas) : { is: 'unknown' } };
  }
  const required = requiredOf(schema);
  const fields = propertiesOf(schema).map(([name, property]) => {
    const optional = !required.includes(name) && !('default' in resolved(property, schemas));
    return [name, { type: typeOfSchema(property, schemas), optional }] as const;
  });
  return { is: 'object', fields: new Map(fields) };
}

function double(schema: JsonSchema): Type {
  if (typeof schema.multipleOf !== 'number') return { is: 'double' };
  const step = new Fraction(schema.multipleOf);
  const places = String(step).split('.')[1]?.length ?? 0;
  return { is: 'double', places, ...range(schema, places) };
}

function range(schema: JsonSchema, places: number): { minimum?: bigint; maximum?: bigint } {
  const unit = 10 ** places;
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  return {
    ...(typeof low === 'number' && { minimum: BigInt(Math.floor(low * unit)) }),
    ...(typeof high === 'number' && { maximum: BigInt(Math.ceil(high * unit)) }),
  };
}

const decimalText = /^-?\d+(\.\d+)?$/;

/** What the entries of a catalog have in common. Texts that are all decimals count as numbers. */
export function typeOfEntries(entries: readonly CatalogEntry[]): Type {
  return typeOfValues(entries.map(({ values }) => values));
}

function typeOfValues(values: readonly Json[]): Type {
  if (values.length === 0) return { is: 'unknown' };
  const decimals = values.filter(
    (value) => typeof value === 'number' || (typeof value === 'string' && decimalText.test(value)),
  );
  if (decimals.length === values.length) return typeOfDecimals(decimals.map(String));
  if (values.every((value) => typeof value === 'string')) return { is: 'string' };
  if (values.every((value) => typeof value === 'boolean')) return { is: 'boolean' };
  if (values.every((value) => Array.isArray(value))) return { is: 'list', items: typeOfValues(values.flat()) };
  return values.every(isObject) ? typeOfObjects(values) : { is: 'unknown' };
}

function typeOfDecimals(texts: readonly string[]): Type {
  const places = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const counts = texts.map((text) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(`${whole}${rest.padEnd(places, '0')}`);
  });
  const minimum = counts.reduce((a, b) => (b < a ? b : a));
  const maximum = counts.reduce((a, b) => (b > a ? b : a));
  return { is: 'integer', places, minimum, maximum };
}

/** Objects with keys that could be field names are objects; tables by size or the like are records. */
function typeOfObjects(values: readonly JsonSchema[]): Type {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const under = (name: string) => values.flatMap((value) => (name in value ? [value[name] ?? null] : []));
  if (names.length === 0 || names.some((name) => !/^[a-z_]\w*$/i.test(name))) {
    return { is: 'record', values: typeOfValues(values.flatMap((value) => Object.values(value))) };
  }
  const fields = names.map((name) => {
    const found = under(name);
    return [name, { type: typeOfValues(found), optional: found.length < values.length }] as const;
  });
  return { is: 'object', fields: new Map(fields) };
}
