/** The shape of a schema that fits a given value. */

import { oncePer } from '../common/once-per.ts';
import type { Contract, JsonSchema } from '../contract/contract.ts';
import { isSchema, join, propertiesOf, requiredOf, schemasOf } from './shapes.ts';
import { isMap } from './value.ts';

/** Says whether a value satisfies a schema. */
export type Fits = (schema: JsonSchema, value: unknown) => boolean;

/**
 * Reads one level of a schema as the shape that fits a value.
 *
 * Conditionals follow the value. Of alternatives, the first that the value satisfies is taken, else the most similar
 * one. The same choices give the same object.
 */
export type Resolve = (schema: JsonSchema, value: unknown) => JsonSchema;

/** The keywords that apply other schemas to the same value. */
const leading = ['$ref', 'allOf', 'oneOf', 'anyOf', 'if'];

/**
 * Similarity of a value to a shape that it does not satisfy: properties that match, minus missing ones and constants
 * that differ: `{type: 'a'}` is hardly meant for `type: b`.
 */
function likeness(shape: JsonSchema, value: unknown): number {
  if (!isMap(value)) return shape.type === 'object' ? -1 : 0;
  const known = Object.entries(propertiesOf(shape)).filter(([name]) => Object.hasOwn(value, name));
  const missing = requiredOf(shape).filter((name) => !Object.hasOwn(value, name));
  const contradicted = known.filter(
    ([name, { const: constant }]) => constant !== undefined && value[name] !== constant,
  );
  return known.length - missing.length - 1.5 * contradicted.length;
}

/** A schema without the keywords that lead to others. */
function withoutLeading(schema: JsonSchema): JsonSchema {
  const { $ref: _ref, allOf: _all, oneOf: _one, anyOf: _any, if: _if, then: _then, else: _else, ...own } = schema;
  return own;
}

/** True for a schema whose shape does not depend on the value. */
function isPlain(schema: JsonSchema): boolean {
  return !leading.some((keyword) => Object.hasOwn(schema, keyword));
}

/** The first branch that a value satisfies, else the most similar one; a list of at most one. */
function chosenBranch(branches: readonly JsonSchema[], value: unknown, fits: Fits, resolve: Resolve): JsonSchema[] {
  const fitting = branches.find((each) => fits(each, value));
  if (fitting) return [fitting];
  const scored = branches.map((branch) => ({ branch, score: likeness(resolve(branch, value), value) }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score === best)
    .slice(0, 1)
    .map(({ branch }) => branch);
}

/** Creates the resolver of one contract's schemas. */
export function createResolver(contract: Pick<Contract, 'schemas'>, fits: Fits): Resolve {
  const ownOf = oncePer(withoutLeading);
  const plain = new WeakMap<JsonSchema, boolean>();
  const resolved = oncePer((_value: object) => new Map<JsonSchema, JsonSchema>());
  const joins = oncePer((one: JsonSchema) => oncePer((other: JsonSchema) => join(one, other)));

  function partsOf(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
    const { $ref: reference } = schema;
    const target = typeof reference === 'string' ? contract.schemas[reference.replace('#/schemas/', '')] : undefined;
    const branch = isSchema(schema.if) && (fits(schema.if, value) ? schema.then : schema.else);
    const chosen = [schema.oneOf, schema.anyOf].flatMap((list) => chosenBranch(schemasOf(list), value, fits, resolve));
    return [...(target ? [target] : []), ...schemasOf(schema.allOf), ...(isSchema(branch) ? [branch] : []), ...chosen];
  }

  function shapeOf(schema: JsonSchema, value: unknown): JsonSchema {
    const [first, ...others] = [...partsOf(schema, value).map((part) => resolve(part, value)), ownOf(schema)];
    return others.reduce<JsonSchema>((one, other) => joins(one)(other), first ?? schema);
  }

  function resolve(schema: JsonSchema, value: unknown): JsonSchema {
    const known = plain.get(schema) ?? isPlain(schema);
    plain.set(schema, known);
    if (known) return ownOf(schema);
    if (typeof value !== 'object' || value === null) return shapeOf(schema, value);
    // Every rule of a response needs the shapes of the same values, which do not change.
    const shapes = resolved(value);
    const shape = shapes.get(schema) ?? shapeOf(schema, value);
    shapes.set(schema, shape);
    return shape;
  }

  return resolve;
}
