import { asUnion } from '../../json-schema/branches.ts';
import { combinedSchemas } from '../../json-schema/combine.ts';
import { isObject, mapSchema } from '../../json-schema/walk.ts';
import type { HostView, JsonSchema } from '../../model/types.ts';
import { errorSchemaName } from '../openapi/components.ts';
import { pascalCase } from '../typescript/names.ts';

/** The schemas that types are rendered from by name: requests, parameters, answers and error bodies of every host. */
export function typeSchemas(hosts: readonly HostView[]): Record<string, JsonSchema> {
  const errors = hosts.flatMap((view) =>
    Object.values(view.errors).flatMap((error) => (error.body ? [[errorSchemaName(error), error.body] as const] : [])),
  );
  const parameters = hosts.flatMap((view) =>
    view.operations.flatMap(({ id, params, query }) => [
      ...(params && params.$ref === undefined ? [[`${pascalCase(id)}Params`, params] as const] : []),
      ...(query && query.$ref === undefined ? [[`${pascalCase(id)}Query`, query] as const] : []),
    ]),
  );
  const schemas = Object.entries(combinedSchemas(hosts));
  const all = Object.fromEntries([...errors, ...parameters, ...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, shapeOf(schema)]));
}

function shapeOf(schema: JsonSchema): JsonSchema {
  return mapSchema(mapSchema(schema, asUnion), dropConditions);
}

/** Any other condition as its two outcomes, for types cannot say which holds when. */
function dropConditions({ if: _, then, else: otherwise, ...rest }: JsonSchema): JsonSchema {
  if (!isObject(then) || !isObject(otherwise)) return rest;
  const { type, ...others } = rest;
  const bare = type === 'object' && !isObject(rest.properties);
  return { ...(bare ? others : rest), anyOf: [then, otherwise] };
}
