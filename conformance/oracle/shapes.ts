/** Schemas with references resolved and alternatives expanded, one level at a time. */

import { oncePer } from '../common/once-per.ts';
import type { Contract, Json, JsonSchema } from '../contract/contract.ts';
import { isMap } from './value.ts';

/**
 * Reads one level of a schema as its shapes.
 *
 * A shape is a schema without `$ref`, `allOf`, `oneOf`, `anyOf` and `if`. A schema without alternatives has one shape.
 * Shapes are cached: the same schema gives the same objects.
 */
export type Shapes = (schema: JsonSchema) => readonly JsonSchema[];

/** True for a value that can be a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return isMap(value);
}

/** The properties of a shape by name. */
export const propertiesOf: (shape: JsonSchema) => Readonly<Record<string, JsonSchema>> = oncePer((shape) => {
  if (!isSchema(shape.properties)) return {};
  const entries = Object.entries(shape.properties);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])));
});

/** Names that an object of this shape must have. */
export function requiredOf(shape: JsonSchema): readonly string[] {
  return textsOf(shape.required);
}

/** The types a shape allows; empty when it names none. */
export function typesOf(shape: JsonSchema): readonly string[] {
  return typeof shape.type === 'string' ? [shape.type] : textsOf(shape.type);
}

/** The schemas in a list keyword such as `anyOf`. */
export function schemasOf(value: Json | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The conjunction of two shapes, simplified: the later of two keywords wins, and properties are merged. */
export function join(one: JsonSchema, other: JsonSchema): JsonSchema {
  const joined: Record<string, Json> = { ...one, ...other };
  const properties: Record<string, JsonSchema> = { ...propertiesOf(one) };
  for (const [name, property] of Object.entries(propertiesOf(other))) {
    const earlier = properties[name];
    properties[name] = earlier && earlier !== property ? { allOf: [earlier, property] } : property;
  }
  if (Object.keys(properties).length > 0) joined.properties = properties;
  const required = new Set([...requiredOf(one), ...requiredOf(other)]);
  if (required.size > 0) joined.required = [...required];
  return joined;
}

function product(groups: readonly (readonly JsonSchema[])[]): readonly JsonSchema[] {
  return groups.reduce<readonly JsonSchema[]>(
    (found, group) => found.flatMap((one) => group.map((other) => join(one, other))),
    [{}],
  );
}

/** Creates the reader of one contract's schemas. */
export function createShapes(contract: Pick<Contract, 'schemas'>): Shapes {
  const seen = new WeakMap<JsonSchema, readonly JsonSchema[]>();

  function shapes(schema: JsonSchema): readonly JsonSchema[] {
    const known = seen.get(schema);
    if (known) return known;
    const fresh = compute(schema);
    seen.set(schema, fresh);
    for (const shape of fresh) seen.set(shape, [shape]);
    return fresh;
  }

  function compute(schema: JsonSchema): readonly JsonSchema[] {
    const { $ref: reference, allOf, oneOf, anyOf, if: _if, then: _then, else: _else, ...own } = schema;
    const target = typeof reference === 'string' ? contract.schemas[reference.replace('#/schemas/', '')] : undefined;
    const parts = schemasOf(allOf);
    const plain = [...(target ? [target] : []), ...parts.filter((part) => !isSchema(part.if))];
    const groups: (readonly JsonSchema[])[] = [...plain.map(shapes), [own]];
    for (const alternatives of [oneOf, anyOf]) {
      const branches = schemasOf(alternatives).flatMap(shapes);
      if (branches.length > 0) groups.push(branches);
    }
    const conditionals = [...parts, schema].filter((part) => isSchema(part.if));
    const cases = conditionals.flatMap(casesOf);
    // Of several conditionals one applies; a single one without `else` may not apply.
    if (conditionals.length === 1 && !isSchema(conditionals[0]?.else)) cases.push({});
    if (cases.length > 0) groups.push(cases);
    return product(groups);
  }

  /** The shapes of a conditional: `if` together with `then`, and `else`. */
  function casesOf(schema: JsonSchema): readonly JsonSchema[] {
    const follows = isSchema(schema.then) ? shapes(schema.then) : [{}];
    const otherwise = isSchema(schema.else) ? shapes(schema.else) : [];
    return [...(isSchema(schema.if) ? product([shapes(schema.if), follows]) : []), ...otherwise];
  }

  return shapes;
}
