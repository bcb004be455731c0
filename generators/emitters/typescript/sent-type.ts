import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { type Code, code, typeSymbol } from '../../output/code.ts';
import { hasDefault, isNamedType, schemaType, type TypeScope } from './schema-type.ts';

/**
 * The type of a request as callers send it: fields that have a default may be left out, at any depth.
 *
 * `type` is the type of the request with its defaults filled in, which servers work with.
 */
export function sentType(schema: JsonSchema, type: Code, scope: TypeScope, seen: readonly string[] = []): Code {
  const name = referenceOf(schema);
  if (name !== undefined && seen.includes(name)) return type;
  const target = name === undefined ? schema : (scope.schemas[name] ?? {});
  if (!isNamedType(target)) return type;
  const within = name === undefined ? seen : [...seen, name];
  const properties = propertiesOf(target);
  const defaulted = properties.filter(([, property]) => hasDefault(property, scope.schemas));
  const nested = properties.filter(([, property]) => defaultsInside(property, scope, within));
  const own = defaulted.length === 0 ? type : code`${Sendable}<${type}, ${keys(defaulted)}>`;
  if (nested.length === 0) return own;

  const inside: TypeScope = {
    ...scope,
    isSent: true,
    named: (inner) => sentType({ $ref: `#/schemas/${inner}` }, scope.named(inner), scope, within),
  };
  const fields = schemaType({ ...target, properties: Object.fromEntries(nested) }, inside);
  return code`Omit<${own}, ${keys(nested)}> & ${fields}`;
}

const Sendable = typeSymbol('Sendable', '@tollwright/runtime/client/methods');

function keys(properties: readonly [string, JsonSchema][]): string {
  return properties.map(([name]) => JSON.stringify(name)).join(' | ');
}

/** True where a field of what a schema describes, or of what that contains, has a default. */
function defaultsInside(schema: JsonSchema, { schemas }: TypeScope, seen: readonly string[]): boolean {
  const inside = (inner: JsonSchema, above: readonly string[]): boolean => {
    const name = referenceOf(inner);
    if (name !== undefined) return !above.includes(name) && inside(schemas[name] ?? {}, [...above, name]);
    const fields = propertiesOf(inner).map(([, property]) => property);
    const parts = isObject(inner.items) ? [...fields, inner.items] : fields;
    return fields.some((field) => hasDefault(field, schemas)) || parts.some((part) => inside(part, above));
  };
  return inside(schema, seen);
}
