import { isDeepStrictEqual } from 'node:util';
import type { Contract as HostView, JsonSchema } from '#conformance/contract/contract.ts';
import { once } from '../common/once.ts';
import { propertiesOf, referenceOf, requiredOf } from './walk.ts';

/** The schemas of one host with the bodies closed that reject unknown keys. */
export const closedSchemas = once((view: HostView): Readonly<Record<string, JsonSchema>> => {
  const closed = { ...view.schemas };
  for (const { body } of view.operations) {
    const name = body && referenceOf(body.schema);
    const schema = name && view.schemas[name];
    if (body?.unknownKeys === 'rejected' && schema) closed[name] = close(schema);
  }
  return closed;
});

/** An object schema that allows only its own keys. */
export const close = once((schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false }));

/** The schemas of all hosts by name. Where hosts differ, the schema accepts what any of them accepts. */
export const combinedSchemas = once((hosts: readonly HostView[]): Readonly<Record<string, JsonSchema>> => {
  const combined: Record<string, JsonSchema> = {};
  for (const view of hosts) {
    for (const [name, schema] of Object.entries(closedSchemas(view))) {
      const known = combined[name];
      combined[name] = known ? widest(known, schema) : schema;
    }
  }
  return combined;
});

/**
 * A schema that accepts every value that either of two accepts.
 *
 * A key that only one of two objects knows keeps its schema, which a reader learns more from than from "anything".
 */
export function widest(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (isDeepStrictEqual(a, b)) return a;
  if (a.type !== 'object' || b.type !== 'object') return withBothLists(a, b) ?? { anyOf: [a, b] };

  const shared = Object.entries(a).filter(([keyword, value]) => isDeepStrictEqual(b[keyword], value));
  const inBoth = new Set(requiredOf(b));
  const required = requiredOf(a).filter((name) => inBoth.has(name));
  const properties = Object.fromEntries(propertiesOf(a));
  for (const [name, schema] of propertiesOf(b)) {
    const known = properties[name];
    properties[name] = known ? widest(known, schema) : schema;
  }
  return { ...Object.fromEntries(shared), ...(required.length > 0 && { required }), properties };
}

/** Two schemas that differ in the values or the types that they list, and in nothing else, as one schema. */
function withBothLists(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  const keywords = Object.keys({ ...a, ...b }).filter((keyword) => !isDeepStrictEqual(a[keyword], b[keyword]));
  const [keyword] = keywords;
  if (keywords.length !== 1 || (keyword !== 'enum' && keyword !== 'type')) return undefined;
  const [one, other] = [a[keyword], b[keyword]];
  if (one === undefined || other === undefined) return undefined;
  return { ...a, [keyword]: [...new Set([one, other].flat())] };
}
