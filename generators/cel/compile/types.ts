import { Fraction } from 'fraction.js';
import { defaultOf } from '../../json-schema/defaults.ts';
import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** The type of a value when a formula is compiled. */
export type Type =
  /** A `number` that counts units of 10^-`places`, between two counts. */
  | {
      readonly is: 'integer';
      readonly places: number;
      readonly minimum?: bigint;
      readonly maximum?: bigint;
      /** True when the source spells some of them as text. */
      readonly text?: boolean;
    }
  /** A `number` that may have decimals; `places` where the schema bounds them. */
  | { readonly is: 'double'; readonly places?: number; readonly minimum?: bigint; readonly maximum?: bigint }
  /** At most `maximum` code points. */
  | { readonly is: 'string'; readonly maximum?: bigint }
  | { readonly is: 'boolean' | 'null' | 'unknown' }
  | { readonly is: 'list'; readonly items: Type; readonly maximum?: bigint }
  /** A value per key. */
  | { readonly is: 'record'; readonly values: Type }
  /** Fixed fields; `catalog` where it is the entry of one, `open` where a branch of its schema may add others. */
  | {
      readonly is: 'object';
      readonly fields: ReadonlyMap<string, Field>;
      readonly catalog?: string;
      readonly open?: boolean;
    };

/** A field of an object. */
export interface Field {
  readonly type: Type;
  readonly optional: boolean;
}

/** Schemas by the name that a `$ref` gives. */
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

/** The type of values that are valid against a schema, defaults filled in. A schema inside itself is unknown. */
export function typeOfSchema(reference: JsonSchema, schemas: Schemas, seen: readonly string[] = []): Type {
  const name = referenceOf(reference);
  if (name !== undefined && seen.includes(name)) return { is: 'unknown' };
  const inside = name === undefined ? seen : [...seen, name];
  const schema = resolved(reference, schemas);
  switch (schema.type ?? typeOfChoices(schema)) {
    case 'string':
      return { is: 'string', ...(typeof schema.maxLength === 'number' && { maximum: BigInt(schema.maxLength) }) };
    case 'integer':
      return { is: 'integer', places: 0, ...range(schema, 0) };
    case 'number':
      return typeOfNumber(schema);
    case 'boolean':
      return { is: 'boolean' };
    case 'null':
      return { is: 'null' };
    case 'array': {
      const items = isObject(schema.items) ? typeOfSchema(schema.items, schemas, inside) : ({ is: 'unknown' } as const);
      return { is: 'list', items, ...(typeof schema.maxItems === 'number' && { maximum: BigInt(schema.maxItems) }) };
    }
    case 'object':
      return typeOfObject(schema, schemas, inside);
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

function typeOfObject(schema: JsonSchema, schemas: Schemas, seen: readonly string[]): Type {
  const parts = (Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : [])
    .map((part: JsonSchema) => typeOfSchema({ type: 'object', ...part }, schemas, seen))
    .filter((type) => type.is === 'object');
  if (!isObject(schema.properties) && parts.length === 0) {
    const values = schema.additionalProperties;
    return { is: 'record', values: isObject(values) ? typeOfSchema(values, schemas, seen) : { is: 'unknown' } };
  }
  const required = requiredOf(schema);
  const fields = propertiesOf(schema).map(([name, property]) => {
    const optional = !required.includes(name) && defaultOf(property, schemas) === undefined;
    return [name, { type: typeOfSchema(property, schemas, seen), optional }] as const;
  });
  const inside = parts.flatMap((part) => [...part.fields]);
  const all = new Map([...inside, ...fields]);
  for (const [name, field] of inside)
    if (!field.optional || required.includes(name))
      all.set(name, { type: all.get(name)?.type ?? field.type, optional: false });
  const open = parts.some((part) => part.open) || branching.some((keyword) => schema[keyword] !== undefined);
  return { is: 'object', fields: all, ...(open && { open }) };
}

/** Keywords of branches that apply to some values only. */
const branching = ['anyOf', 'oneOf', 'then', 'else'];

function typeOfNumber(schema: JsonSchema): Type {
  if (typeof schema.multipleOf !== 'number') return { is: 'double' };
  const places = String(new Fraction(schema.multipleOf)).split('.')[1]?.length ?? 0;
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
