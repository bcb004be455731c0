import { isObject, mapSchema, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** A schema whose choices name the property that tells their alternatives apart, where there is one. */
export function withDiscriminators(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return mapSchema(schema, (each) => {
    const found = discriminatorOf(each, schemas);
    return found ? { ...each, discriminator: found } : each;
  });
}

/** The discriminator of a `oneOf` of named objects: a required property with another constant in each. */
function discriminatorOf({ oneOf }: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  if (!Array.isArray(oneOf)) return undefined;
  const names = oneOf.map((each: Json) => (isObject(each) ? referenceOf(each) : undefined));
  const named = names.flatMap((name) => (name === undefined ? [] : [{ name, constants: constantsOf(schemas[name]) }]));
  if (named.length < Math.max(2, oneOf.length)) return undefined;
  for (const propertyName of Object.keys(named[0]?.constants ?? {})) {
    const mapping = new Map(named.map(({ name, constants }) => [constants[propertyName], name]));
    if (mapping.size < named.length || mapping.has(undefined)) continue;
    const targets = [...mapping].map(([value, name]) => [value, `#/components/schemas/${name}`]);
    return { propertyName, mapping: Object.fromEntries(targets) };
  }
  return undefined;
}

/** The required properties of an object that have one text, with that text. */
function constantsOf(schema: JsonSchema | undefined): Readonly<Record<string, string>> {
  if (!schema) return {};
  const required = requiredOf(schema);
  return Object.fromEntries(
    propertiesOf(schema).flatMap(([name, { const: value }]) =>
      typeof value === 'string' && required.includes(name) ? [[name, value]] : [],
    ),
  );
}
