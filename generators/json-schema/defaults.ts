import type { JsonSchema } from '#conformance/contract/contract.ts';
import { mapSchema, propertiesOf, referenceOf, referencesOf, requiredOf, visitSchema } from './walk.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** True when a schema, or the named one behind it, gives a default. */
export function hasDefault(schema: JsonSchema, schemas: Schemas): boolean {
  if ('default' in schema) return true;
  const name = referenceOf(schema);
  return name !== undefined && hasDefault(schemas[name] ?? {}, schemas);
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
  return propertiesOf(schema).flatMap(([name, property]) => (hasDefault(property, schemas) ? [name] : []));
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
