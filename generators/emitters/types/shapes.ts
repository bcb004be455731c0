import { asUnion } from '../../json-schema/branches.ts';
import { combinedSchemas } from '../../json-schema/combine.ts';
import { isObject, mapSchema, referencesOf } from '../../json-schema/walk.ts';
import type { HostView, JsonSchema } from '../../model/types.ts';
import { errorSchemaName } from '../openapi/components.ts';

/** The schemas of what callers receive, by name: responses, events of streams, webhooks and error bodies of every host. */
export function receivedSchemas(hosts: readonly HostView[]): Record<string, JsonSchema> {
  const errors = hosts.flatMap((view) =>
    Object.values(view.errors).flatMap((error): [string, JsonSchema][] =>
      error.body ? [[errorSchemaName(error), error.body]] : [],
    ),
  );
  const all = combinedSchemas(hosts);
  const received = hosts.flatMap(({ operations, webhooks = [] }) => [
    ...operations.flatMap(({ responses, stream }) => [
      ...responses.map(({ schema }) => schema ?? {}),
      stream?.events ?? {},
    ]),
    ...webhooks.map(({ body }) => body),
  ]);
  const named = reachable([...received, ...errors.map(([, body]) => body)], all);
  const sorted = [...errors, ...named].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}

/** The named schemas that some schemas refer to, directly or through others. */
export function reachable(
  from: readonly JsonSchema[],
  all: Readonly<Record<string, JsonSchema>>,
): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema) => {
    for (const name of referencesOf(schema)) {
      const target = all[name];
      if (!target || found.has(name)) continue;
      found.set(name, target);
      visit(target);
    }
  };
  for (const schema of from) visit(schema);
  return found;
}

/** A schema in which conditions are unions, as types can express them. */
export function shapeOf(schema: JsonSchema): JsonSchema {
  return mapSchema(mapSchema(schema, asUnion), (each) => widenOthers(dropRefinements(dropConditions(each))));
}

/** An object with known and other keys: in a type, what holds for all keys has to hold for the known ones too. */
function widenOthers(schema: JsonSchema): JsonSchema {
  const { additionalProperties: others, properties } = schema;
  const known = isObject(properties) ? Object.values(properties).filter(isObject) : [];
  if (!isObject(others) || known.length === 0) return schema;
  return { ...schema, additionalProperties: { anyOf: [others, ...known] } };
}

/** Any other condition as a union of its two outcomes, since types cannot express when each applies. */
function dropConditions({ if: _, then, else: otherwise, ...rest }: JsonSchema): JsonSchema {
  if (!isObject(then) || !isObject(otherwise)) return rest;
  const { type, ...others } = rest;
  const bare = type === 'object' && !isObject(rest.properties);
  return { ...(bare ? others : rest), anyOf: [then, otherwise] };
}

/** A text, number or truth value without its branches, which only say more of it: a type cannot. */
function dropRefinements(schema: JsonSchema): JsonSchema {
  const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, not: _not, ...rest } = schema;
  return typeof rest.type === 'string' && scalars.has(rest.type) ? rest : schema;
}

const scalars: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);
