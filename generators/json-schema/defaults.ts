import type { Json, JsonSchema } from '#conformance/contract/contract.ts';
import { isObject, mapSchema, propertiesOf, referenceOf, referencesOf, requiredOf, visitSchema } from './walk.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The default of a schema, of the named one behind it, or of a part that every value has to fit. */
export function defaultOf(schema: JsonSchema, schemas: Schemas): Json | undefined {
  if (schema.default !== undefined) return schema.default;
  const parts = [schemas[referenceOf(schema) ?? ''], ...[schema.allOf ?? []].flat()].filter(isObject);
  return parts.map((part) => defaultOf(part, schemas)).findLast((found) => found !== undefined);
}

/** A schema of values whose defaults are filled in: each field that has one is there. */
export function withDefaultsFilled(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return mapSchema(schema, (each) => {
    const defaulted = defaultedFields(each, schemas);
    return defaulted.length > 0 ? { ...each, required: [...new Set([...requiredOf(each), ...defaulted])] } : each;
  });
}

/** The fields of an object that have a default. */
export function defaultedFields(schema: JsonSchema, schemas: Schemas): string[] {
  return propertiesOf(schema).flatMap(([name, property]) => (defaultOf(property, schemas) === undefined ? [] : [name]));
}

/** True where a field of what a schema describes, or of what that contains, has a default. */
export function hasDefaultsInside(schema: JsonSchema, schemas: Schemas, above: readonly string[] = []): boolean {
  let found = false;
  visitSchema(schema, (each) => {
    found ||= defaultedFields(each, schemas).length > 0;
  });
  const names = [...referencesOf(schema)].filter((name) => !above.includes(name));
  return found || names.some((name) => hasDefaultsInside(schemas[name] ?? {}, schemas, [...above, ...names]));
}
