import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** Keywords that show a value and ask nothing of any. */
const shown = new Set(['example', 'examples', 'title', 'externalDocs', 'xml', 'nullable']);

/** Where a description names its schemas. */
export const components = '#/components/schemas/';

/** A schema of OpenAPI 3.0 or 3.1 as the model has schemas: plain JSON Schema, with references to `#/schemas/`. */
export function schemaOf(value: Json | undefined): JsonSchema {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  const schema: Record<string, Json> = {};
  for (const [keyword, inner] of Object.entries(value)) {
    if (shown.has(keyword)) continue;
    if (keyword === '$ref') schema.$ref = referenceOf(String(inner));
    else if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') bound(schema, value, keyword, inner);
    else if ((keyword === 'minimum' || keyword === 'maximum') && isExclusive(value, keyword)) continue;
    else schema[keyword] = converted(keyword, inner);
  }
  return value.nullable === true ? nullable(schema) : schema;
}

function referenceOf(reference: string): string {
  return reference.startsWith(components) ? `#/schemas/${reference.slice(components.length)}` : reference;
}

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']);

function converted(keyword: string, value: Json): Json {
  if (lists.has(keyword) && Array.isArray(value)) return value.map(schemaOf);
  if (single.has(keyword) && isObject(value)) return schemaOf(value);
  if ((keyword === 'properties' || keyword === 'patternProperties') && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]));
  return value;
}

function isExclusive(schema: JsonSchema, keyword: 'minimum' | 'maximum'): boolean {
  return schema[keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'] === true;
}

/** In OpenAPI 3.0 an exclusive bound is a bound with a mark. */
function bound(
  schema: Record<string, Json>,
  whole: JsonSchema,
  keyword: 'exclusiveMinimum' | 'exclusiveMaximum',
  value: Json,
): void {
  if (typeof value === 'number') schema[keyword] = value;
  const limit = whole[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
  if (value === true && limit !== undefined) schema[keyword] = limit;
}

function nullable(schema: Record<string, Json>): JsonSchema {
  if (typeof schema.$ref === 'string' || schema.type === undefined) return { anyOf: [schema, { type: 'null' }] };
  const types = [schema.type].flat();
  const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [...types, 'null'], ...values };
}
