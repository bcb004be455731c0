/** The one shape of a schema that a given value has. */

import type { Contract, JsonSchema } from '../contract.ts';
import { isSchema, join, propertiesOf, schemasOf } from './shapes.ts';
import { isMap } from './value.ts';

/** Says whether a value satisfies a schema. */
export type Fits = (schema: JsonSchema, value: unknown) => boolean;

/**
 * Reads one level of a schema as the shape that a value has.
 *
 * Conditionals go the way of the value. Of alternatives the one that the value satisfies is taken, else the one that
 * it is meant for by its constants. The same choices give the same object.
 */
export type Resolve = (schema: JsonSchema, value: unknown) => JsonSchema;

/** True where no constant of a shape's properties contradicts the value: `{type: 'a'}` is not meant for `type: b`. */
function isMeant(shape: JsonSchema, value: unknown): boolean {
  if (!isMap(value)) return shape.type !== 'object';
  return Object.entries(propertiesOf(shape)).every(
    ([name, property]) => property.const === undefined || value[name] === undefined || value[name] === property.const,
  );
}

/** Creates the resolver of one contract's schemas. */
export function createResolver(contract: Pick<Contract, 'schemas'>, fits: Fits): Resolve {
  const owns = new WeakMap<JsonSchema, JsonSchema>();
  const joins = new WeakMap<JsonSchema, WeakMap<JsonSchema, JsonSchema>>();

  function joined(one: JsonSchema, other: JsonSchema): JsonSchema {
    const known = joins.get(one) ?? new WeakMap<JsonSchema, JsonSchema>();
    joins.set(one, known);
    const fresh = known.get(other) ?? join(one, other);
    known.set(other, fresh);
    return fresh;
  }

  /** A schema without the keywords that lead to others. */
  function ownOf(schema: JsonSchema): JsonSchema {
    const { $ref: _ref, allOf: _all, oneOf: _one, anyOf: _any, if: _if, then: _then, else: _else, ...rest } = schema;
    const own = owns.get(schema) ?? rest;
    owns.set(schema, own);
    return own;
  }

  function partsOf(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
    const { $ref: reference } = schema;
    const target = typeof reference === 'string' ? contract.schemas[reference.replace('#/schemas/', '')] : undefined;
    const branch = isSchema(schema.if) && (fits(schema.if, value) ? schema.then : schema.else);
    const chosen = [schema.oneOf, schema.anyOf].flatMap((list) => {
      const branches = schemasOf(list);
      const fitting = branches.find((each) => fits(each, value));
      const meant = fitting ?? branches.find((each) => isMeant(resolve(each, value), value)) ?? branches[0];
      return meant ? [meant] : [];
    });
    return [...(target ? [target] : []), ...schemasOf(schema.allOf), ...(isSchema(branch) ? [branch] : []), ...chosen];
  }

  function resolve(schema: JsonSchema, value: unknown): JsonSchema {
    const [first, ...others] = [...partsOf(schema, value).map((part) => resolve(part, value)), ownOf(schema)];
    return others.reduce<JsonSchema>(joined, first ?? schema);
  }

  return resolve;
}
