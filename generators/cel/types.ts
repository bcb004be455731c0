import { isObject } from '../json-schema/walk.ts';
import type { SchemaSource } from '../language/json-schema.ts';

/** The static type of a CEL value; `any` where it is unknown. */
export type Type =
  | { readonly kind: 'any' | 'number' | 'text' | 'bool' | 'null' }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'map'; readonly of: Type }
  | { readonly kind: 'object'; readonly fields: FieldTypes };

/** The fields of an object; their types are computed on demand, so that schemas may be recursive. */
export interface FieldTypes {
  readonly names: readonly string[];
  type(name: string): Type | undefined;
}

export const any: Type = { kind: 'any' };
export const number: Type = { kind: 'number' };
export const text: Type = { kind: 'text' };
export const bool: Type = { kind: 'bool' };

/** A list of values of one type. */
export function listType(of: Type): Type {
  return { kind: 'list', of };
}

/** An object with fixed fields. */
export function objectType(fields: Readonly<Record<string, Type>>): Type {
  return { kind: 'object', fields: { names: Object.keys(fields), type: (name) => fields[name] } };
}

/** The type of a value that may have several types. */
export function either(types: readonly Type[]): Type {
  const [first, ...rest] = types;
  if (!first) return any;
  if (rest.every(({ kind }) => kind === first.kind)) {
    if (first.kind === 'list') return listType(either(types.map((type) => (type.kind === 'list' ? type.of : any))));
    if (first.kind === 'map')
      return { kind: 'map', of: either(types.map((type) => (type.kind === 'map' ? type.of : any))) };
    if (first.kind === 'object')
      return { kind: 'object', fields: joined(types.flatMap((type) => (type.kind === 'object' ? [type.fields] : []))) };
    return first;
  }
  return any;
}

function joined(parts: readonly FieldTypes[]): FieldTypes {
  return {
    names: [...new Set(parts.flatMap(({ names }) => names))],
    type: (name) => {
      const types = parts.flatMap((fields) => fields.type(name) ?? []);
      return types.length > 0 ? either(types) : undefined;
    },
  };
}

/** Describes a type in diagnostics. */
export function wordsOf(type: Type): string {
  const words = {
    any: 'any value',
    number: 'a number',
    text: 'a string',
    bool: 'a boolean',
    null: 'null',
    list: 'a list',
    map: 'a map',
    object: 'an object',
  };
  return words[type.kind];
}

/** Finds a named schema. */
export type Resolve = (reference: string) => SchemaSource | undefined;

/** The type of the values that a schema describes. */
export function typeOfSchema(schema: SchemaSource | undefined, resolve: Resolve): Type {
  if (!schema) return any;
  const parts = partsOf(schema, resolve, new Set());
  const kinds = new Set(parts.flatMap(kindsOf));
  kinds.delete('null');
  if (kinds.size !== 1) return any;

  const [kind] = kinds;
  if (kind === 'number' || kind === 'text' || kind === 'bool') return { kind };
  if (kind === 'list') {
    const items = parts.flatMap(({ items }) => (typeof items === 'object' ? [typeOfSchema(items, resolve)] : []));
    return listType(either(items));
  }
  return typeOfObject(parts, resolve);
}

function typeOfObject(parts: readonly SchemaSource[], resolve: Resolve): Type {
  const names = [...new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const others = parts.flatMap(({ additionalProperties, patternProperties }) => [
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(patternProperties ?? {}),
  ]);
  const rest = (): Type => either(others.map((schema) => typeOfSchema(schema, resolve)));
  if (names.length === 0) return others.length > 0 ? { kind: 'map', of: rest() } : any;
  const type = (name: string): Type | undefined => {
    const described = parts.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? [properties[name]] : [],
    );
    if (described.length > 0) return either(described.map((schema) => typeOfSchema(schema, resolve)));
    return others.length > 0 ? rest() : undefined;
  };
  return { kind: 'object', fields: { names, type } };
}

/** A schema with all schemas that it references, combines or chooses from, and its forms on some hosts. */
function partsOf(schema: SchemaSource, resolve: Resolve, seen: Set<SchemaSource>): SchemaSource[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  const inner = [
    target,
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    schema.then,
    schema.else,
    ...Object.values(schema.on ?? {}),
  ];
  return [schema, ...inner.flatMap((part) => (part ? partsOf(part, resolve, seen) : []))];
}

type Kind = Type['kind'];

function kindsOf(schema: SchemaSource): Kind[] {
  const kinds: Readonly<Record<string, Kind>> = {
    string: 'text',
    integer: 'number',
    number: 'number',
    boolean: 'bool',
    array: 'list',
    object: 'object',
    null: 'null',
  };
  if (schema.type !== undefined) return [schema.type].flat().map((name) => kinds[name] ?? 'any');
  if (schema.enum) return schema.enum.map(kindOfValue);
  if (schema.const !== undefined) return [kindOfValue(schema.const)];
  if (schema.properties) return ['object'];
  return schema.items === undefined ? [] : ['list'];
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'text';
}

/** True for a string with a plain decimal number, the form of exact decimals in catalogs. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}

/** The type of catalog values, in which decimal strings are numbers. */
export function typeOfValues(values: readonly unknown[]): Type {
  const present = values.filter((value) => value !== undefined && value !== null);
  const kinds = new Set(present.map((value) => (isDecimal(value) ? 'number' : kindOfValue(value))));
  if (kinds.size !== 1) return any;
  const [kind] = kinds;
  if (kind === 'list') return listType(typeOfValues(present.flat()));
  if (kind !== 'object') return kind === 'number' || kind === 'text' || kind === 'bool' ? { kind } : any;

  // Objects whose keys differ from entry to entry are maps, such as rates by size.
  const objects = present.flatMap((value) => (isObject(value) ? [value] : []));
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const everywhere = names.every((name) => objects.every((object) => name in object));
  if (!everywhere || names.length === 0)
    return { kind: 'map', of: typeOfValues(objects.flatMap((object) => Object.values(object))) };
  return objectType(
    Object.fromEntries(names.map((name) => [name, typeOfValues(objects.map((object) => object[name]))])),
  );
}
