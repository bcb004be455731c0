import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation } from '../../model/types.ts';

/** Keywords that a description for discovery keeps; headers carry it, so it says no more than callers need. */
const kept = new Set([
  ...['type', 'enum', 'const', 'required', 'format', 'default', 'additionalProperties'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
]);

/**
 * The content of the x402 extension `bazaar` for an operation: an example of what it takes, and a schema of that and of
 * what it returns.
 */
export function discoveryOf(operation: Operation, { schemas }: HostView): Json {
  const { method, path, body, query, params, headers, example, responses } = operation;
  const part = (name: string, schema: JsonSchema | undefined, value: Json = {}) =>
    schema === undefined ? [] : [{ name, schema: compact(schema, schemas), value }];
  const parts = [
    ...part('queryParams', query, example.query),
    ...part('pathParams', params, example.params),
    ...part('headers', headers, example.headers),
    ...part('body', body?.schema, example.body),
  ];
  const bodyType = body && { bodyType: body.contentType === 'multipart/form-data' ? 'form-data' : 'json' };
  const returned = responses.find(({ http, schema }) => http === 200 && schema !== undefined)?.schema;
  const input = {
    type: 'http',
    method,
    ...bodyType,
    ...Object.fromEntries(parts.map(({ name, value }) => [name, value])),
  };
  return {
    info: { input, ...(returned && { output: { type: 'json' } }) },
    ...(params && { routeTemplate: path.replaceAll(/\{([^}]*)\}/g, ':$1') }),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: [method] },
            ...(bodyType && { bodyType: { type: 'string', enum: [bodyType.bodyType] } }),
            ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
          },
          required: ['type', 'method', ...(body ? ['bodyType', 'body'] : [])],
        },
        ...(returned && {
          output: {
            type: 'object',
            properties: { type: { type: 'string' }, example: compact(returned, schemas) },
            required: ['type'],
          },
        }),
      },
      required: ['input'],
    },
  };
}

/** A schema that stands alone and is short; a schema that refers to itself ends where it does. */
function compact(schema: JsonSchema, schemas: HostView['schemas'], within: readonly string[] = []): JsonSchema {
  const name = referenceOf(schema);
  if (name !== undefined) {
    return within.includes(name) ? {} : compact(schemas[name] ?? {}, schemas, [...within, name]);
  }
  const { items } = schema;
  const inner = (each: JsonSchema) => compact(each, schemas, within);
  const properties = propertiesOf(schema).map(([key, value]) => [key, inner(value)] as const);
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => kept.has(keyword))),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(isObject(items) && { items: inner(items) }),
  };
}
