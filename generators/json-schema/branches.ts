import type { Json, JsonSchema } from '#conformance/contract/contract.ts';
import { isObject, propertiesOf, requiredOf } from './walk.ts';

/** An object whose schema depends on the value of one of its properties. */
export interface Branches {
  readonly discriminator: string;
  /** One complete schema for each value or group of values. */
  readonly schemas: readonly JsonSchema[];
}

interface Case {
  readonly key: string;
  readonly value: Json;
  readonly then: JsonSchema;
}

/**
 * Reads `allOf: [{if: {properties: {kind: {const: a}}}, then: ...}, ...]` as one object schema per kind.
 *
 * Conditions of any other form are not supported.
 */
export function branchesOf(schema: JsonSchema): Branches | undefined {
  const { allOf, ...base } = schema;
  if (base.type !== 'object' || !Array.isArray(allOf)) return undefined;
  const cases = allOf
    .map((member: Json) => (isObject(member) ? caseOf(member) : undefined))
    .filter((each) => each !== undefined);
  const key = cases[0]?.key;
  const kinds = isObject(base.properties) && key !== undefined ? base.properties[key] : undefined;
  if (key === undefined || !isObject(kinds) || !Array.isArray(kinds.enum)) return undefined;
  if (cases.length < allOf.length || cases.some((each) => each.key !== key) || !requiredOf(base).includes(key))
    return undefined;

  const values: readonly Json[] = kinds.enum;
  const described = values.flatMap((value) => cases.find((each) => each.value === value) ?? []);
  const rest = values.filter((value) => !described.some((each) => each.value === value));
  const schemas = described.map(({ value, then }) => merge(base, key, { const: value }, then));
  return {
    discriminator: key,
    schemas: rest.length > 0 ? [...schemas, merge(base, key, { enum: rest }, {})] : schemas,
  };
}

/** A schema with branches as a `oneOf` of them; any other schema unchanged. */
export function asUnion(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (!branches) return schema;
  const { description } = schema;
  return { ...(description !== undefined && { description }), oneOf: branches.schemas };
}

/** One `if` and `then` whose condition is the value of one property. */
function caseOf({ if: test, then, ...others }: JsonSchema): Case | undefined {
  if (!isObject(test) || !isObject(then) || Object.keys(others).length > 0) return undefined;
  if (Object.keys(test).some((keyword) => keyword !== 'properties' && keyword !== 'required')) return undefined;
  if (Object.keys(then).some((keyword) => keyword !== 'properties' && keyword !== 'required')) return undefined;
  const [tested, ...more] = propertiesOf(test);
  if (!tested || more.length > 0 || requiredOf(test).some((name) => name !== tested[0])) return undefined;
  const [key, { const: value, ...rest }] = tested;
  return typeof value === 'string' && Object.keys(rest).length === 0 ? { key, value, then } : undefined;
}

function merge(base: JsonSchema, key: string, kind: JsonSchema, then: JsonSchema): JsonSchema {
  const properties = Object.fromEntries(propertiesOf(base));
  for (const [name, schema] of propertiesOf(then)) {
    const known = properties[name];
    properties[name] = known ? { allOf: [known, schema] } : schema;
  }
  const required = [...new Set([...requiredOf(base), ...requiredOf(then)])];
  return { ...base, required, properties: { ...properties, [key]: kind } };
}
