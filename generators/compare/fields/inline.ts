import { isObject, mapSchema, referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** Schemas by name that references lead to. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** A schema in which references are replaced by what they lead to, and annotations are removed. */
export function inline(schema: JsonSchema, definitions: Definitions, within: readonly string[] = []): JsonSchema {
  return mapSchema(schema, (inner) => {
    const { description: _, ...asked } = inner;
    const name = referenceOf(inner);
    const target = name === undefined ? undefined : definitions[name];
    if (name === undefined || !target || within.includes(name)) return asked;
    const { $ref: __, ...beside } = asked;
    return { ...inline(target, definitions, [...within, name]), ...beside };
  });
}

const alternatives = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const inner = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'patternProperties'];

/** Keywords of one value, with the schemas that are alternatives in place of references to them. */
export function inlineAlternatives(own: JsonSchema, definitions: Definitions, within: readonly string[]): JsonSchema {
  const whole = (value: Json) => (isObject(value) ? inline(value, definitions, within) : value);
  return Object.fromEntries(
    Object.entries(own).map(([keyword, value]): [string, Json] => {
      if (alternatives.includes(keyword) && Array.isArray(value)) return [keyword, value.map(whole)];
      if (keyword === 'patternProperties' && isObject(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each)]))];
      return [keyword, inner.includes(keyword) ? whole(value) : value];
    }),
  );
}
