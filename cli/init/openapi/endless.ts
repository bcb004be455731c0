import { isObject } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';

/** Keywords whose schemas are about the same value as the schema that has them. */
const sameValue = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;

/**
 * Takes out references by which a named schema refers to itself for the same value, which no value can be checked by.
 *
 * `report` gets the names of the schemas that were changed.
 */
export function withoutEndless(
  schemas: Readonly<Record<string, JsonSchema>>,
  report: (name: string) => void,
): Readonly<Record<string, JsonSchema>> {
  const done = new Map<string, JsonSchema>();
  const open = new Set<string>();
  const visit = (schema: JsonSchema, owner: string): JsonSchema => {
    const { $ref } = schema;
    if (typeof $ref === 'string' && open.has($ref)) {
      report(owner);
      return {};
    }
    if (typeof $ref === 'string') finish($ref);
    const changed = sameValue.flatMap((keyword): [string, Json][] => {
      const value = schema[keyword];
      const inner = (each: Json) => (isObject(each) ? visit(each, owner) : each);
      return value === undefined ? [] : [[keyword, Array.isArray(value) ? value.map(inner) : inner(value)]];
    });
    return { ...schema, ...Object.fromEntries(changed) };
  };
  const finish = (name: string): void => {
    const schema = schemas[name];
    if (!schema || done.has(name)) return;
    open.add(name);
    done.set(name, visit(schema, name));
    open.delete(name);
  };
  for (const name of Object.keys(schemas)) finish(name);
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, done.get(name) ?? {}]));
}
