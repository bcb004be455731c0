import type { Json, JsonSchema } from '#conformance/contract/contract.ts';
import { once } from '../common/once.ts';

const single = new Set([
  ...['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'contentSchema'],
]);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** True for JSON objects. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
// As a callback over JSON values TypeScript takes the last signature.
export function isObject(value: Json | undefined): value is JsonSchema;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change to a schema and to every schema inside it, the inner ones first. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: Json) => (isObject(value) ? mapSchema(value, change) : value);

  const changed = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (single.has(keyword)) return [keyword, inner(value)];
    if (lists.has(keyword) && Array.isArray(value)) return [keyword, value.map(inner)];
    if (maps.has(keyword) && isObject(value)) return [keyword, mapValues(value, inner)];
    return [keyword, value];
  });
  return change(Object.fromEntries(changed));
}

/** Calls back with every schema inside a schema, the inner ones first, and with the schema itself. */
export function visitSchema(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  const inner = (value: Json) => {
    if (isObject(value)) visitSchema(value, visit);
  };
  for (const [keyword, value] of Object.entries(schema)) {
    if (single.has(keyword)) inner(value);
    else if (lists.has(keyword) && Array.isArray(value)) value.forEach(inner);
    else if (maps.has(keyword) && isObject(value)) Object.values(value).forEach(inner);
  }
  visit(schema);
}

/** Every name under `#/schemas/` that a schema refers to, itself or inside. */
export const referencesOf = once((schema: JsonSchema): ReadonlySet<string> => {
  const names = new Set<string>();
  visitSchema(schema, (inner) => {
    const name = referenceOf(inner);
    if (name !== undefined) names.add(name);
  });
  return names;
});

/** Every catalog that a schema names, itself or inside. */
export const catalogsOf = once((schema: JsonSchema): ReadonlySet<string> => {
  const catalogs = new Set<string>();
  visitSchema(schema, ({ catalog }) => {
    if (typeof catalog === 'string') catalogs.add(catalog);
  });
  return catalogs;
});

/** The name that a schema itself refers to. */
export function referenceOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.replace('#/schemas/', '') : undefined;
}

/** The properties of a schema by name. */
export function propertiesOf({ properties }: JsonSchema): [string, JsonSchema][] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isObject(entry[1]));
}

/** The values of fields with a `const` or `default`: only these can be returned without knowing the request. */
export function constantsIn(fields: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const found = fields.flatMap(([name, schema]) => {
    const value = schema.const ?? schema.default;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** The names that a schema requires. */
export function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

function mapValues(value: JsonSchema, change: (value: Json) => Json): JsonSchema {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}
