import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation } from '../../model/types.ts';
import { toOpenApi } from './components.ts';
import { idempotencyKeyReference, takesIdempotencyKey } from './idempotency.ts';

/** The parameters of an operation: in its path, its query and its headers. `x-wide` marks one whose value may contain slashes. */
export function parametersOf(operation: Operation, { schemas }: HostView): JsonSchema[] {
  const { params, query, headers, wide, example } = operation;
  const inPath = list('path', params, example.params);
  const inQuery = list('query', query, example.query);
  const inHeaders = list('header', headers, example.headers);
  return [
    ...inPath.map((each) => (wide.includes(String(each.name)) ? { ...each, 'x-wide': true } : each)),
    ...inQuery,
    ...inHeaders,
    ...(takesIdempotencyKey(operation) ? [idempotencyKeyReference] : []),
  ];

  function list(
    where: 'path' | 'query' | 'header',
    schema: JsonSchema | undefined,
    examples: Json | undefined,
  ): JsonSchema[] {
    const object = schema && (schemas[referenceOf(schema) ?? ''] ?? schema);
    if (!object) return [];
    const required = requiredOf(object);
    return propertiesOf(object).map(([name, { description, ...rest }]) => ({
      name,
      in: where,
      ...(description !== undefined && { description }),
      required: where === 'path' || required.includes(name),
      schema: toOpenApi(rest),
      ...exampleOf(name, examples),
    }));
  }
}

function exampleOf(name: string, examples: Json | undefined): JsonSchema {
  const found = isObject(examples) ? examples[name] : undefined;
  return found === undefined ? {} : { example: found };
}
