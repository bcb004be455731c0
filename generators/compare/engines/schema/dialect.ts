import { isObject, mapSchema } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';

/** A JSON Schema as it stands, or `true` and `false`. */
export type Schema = JsonSchema | boolean;

/** Keywords that decide which values are accepted; all others describe. */
const asserting = new Set([
  ...['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  ...['minLength', 'maxLength', 'pattern', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['minContains', 'maxContains', 'required', 'properties', 'patternProperties', 'additionalProperties'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
]);

/** Formats of strings that are checked. */
export const textFormats: ReadonlySet<string> = new Set([
  ...['date', 'date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'time', 'uri', 'uri-reference', 'uuid', 'duration'],
  ...['json-pointer', 'regex'],
]);

/** Ranges of the number formats of OpenAPI. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** The schemas that a schema refers to, and the values of its catalogs. */
export interface Surroundings {
  /** Schemas by the last part of the references to them. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** Keys of a catalog; a catalog without keys accepts any string. */
  readonly keys?: (catalog: string) => readonly string[] | undefined;
  /** Stand-ins for the bounds of the format `int64`, which are no doubles. */
  readonly int64?: readonly [number, number];
}

/** The last part of a reference: `#/schemas/Job` and `#/components/schemas/Job` both mean `Job`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/**
 * A schema with nothing but what decides which values it accepts, in the words of JSON Schema 2020-12.
 *
 * Knows `nullable` and Boolean exclusive bounds of OpenAPI 3.0, and the catalogs of specifications.
 */
export function plainSchema(schema: Schema, { keys, int64 }: Surroundings, rename: (name: string) => string): Schema {
  if (typeof schema === 'boolean') return schema;
  return mapSchema(schema, (each) => {
    const kept: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(each)) if (asserting.has(keyword)) kept[keyword] = value;
    if (typeof kept.$ref === 'string') kept.$ref = rename(nameOf(kept.$ref));
    readBounds(kept);
    readFormat(kept, int64);
    readDependents(kept);
    const catalog = typeof each.catalog === 'string' ? keys?.(each.catalog) : undefined;
    if (catalog) kept.enum = withShort(catalog, each.prefix === 'optional');
    // A schema keeps its meaning when `null` is added to it as one more alternative.
    if (each.nullable === true && typeof kept.type === 'string') kept.type = [kept.type, 'null'];
    if (each.nullable === true && Array.isArray(kept.enum)) kept.enum = [...new Set([...kept.enum, null])];
    return kept;
  });
}

function readBounds(schema: Record<string, Json>): void {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const flag = schema[exclusive];
    if (typeof flag !== 'boolean') continue;
    delete schema[exclusive];
    const value = schema[bound];
    if (!flag || value === undefined) continue;
    delete schema[bound];
    schema[exclusive] = value;
  }
}

/** More conditions than these make more alternatives than are worked out. */
const mostDependents = 5;

/** Writes what one field asks of others as conditions, which are taken apart. */
function readDependents(schema: Record<string, Json>): void {
  const { dependentRequired: names, dependentSchemas: schemas, allOf } = schema;
  const asked = [
    ...(isObject(names) ? Object.entries(names) : []).map(([name, required]) => [name, { required }] as const),
    ...Object.entries(schemasByName(schemas)),
  ];
  if (asked.length === 0 || asked.length > mostDependents) return;
  delete schema.dependentRequired;
  delete schema.dependentSchemas;
  const conditions = asked.map(([name, then]): Json => ({ if: { type: 'object', required: [name] }, then }));
  schema.allOf = [...(Array.isArray(allOf) ? allOf : []), ...conditions];
}

/** Base64, as the format `byte` of OpenAPI asks. */
const base64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

function readFormat(schema: Record<string, Json>, int64: Surroundings['int64']): void {
  const { format, allOf } = schema;
  if (format === undefined || (typeof format === 'string' && textFormats.has(format))) return;
  delete schema.format;
  if (format === 'byte') schema.allOf = [...(Array.isArray(allOf) ? allOf : []), { pattern: base64 }];
  const range = format === 'int64' && int64 ? int64 : ranges[String(format)];
  if (!range) return;
  const [min, max] = range;
  if (typeof schema.minimum !== 'number' || schema.minimum < min) schema.minimum = min;
  if (typeof schema.maximum !== 'number' || schema.maximum > max) schema.maximum = max;
}

/** Keys as callers may write them: with `short`, also without the part before the slash. */
function withShort(keys: readonly string[], short: boolean): string[] {
  return short ? [...new Set(keys.flatMap((key) => [key, nameOf(key)]))] : [...keys];
}

/** Every name that a schema refers to, itself or inside. */
export function namesIn(schema: Schema): Set<string> {
  const names = new Set<string>();
  if (typeof schema === 'boolean') return names;
  mapSchema(schema, (each) => {
    if (typeof each.$ref === 'string') names.add(nameOf(each.$ref));
    return each;
  });
  return names;
}

/** The value of a keyword as a list of schemas. */
export function schemasOf(value: Json | undefined): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The value of a keyword as schemas by name. */
export function schemasByName(value: Json | undefined): Record<string, Schema> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, Schema] => isSchema(entry[1])));
}

/** The value of a keyword as one schema; what is absent accepts everything. */
export function schemaOf(value: Json | undefined): Schema {
  return value !== undefined && isSchema(value) ? value : true;
}

/** True for a value that may be a schema. */
export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}
