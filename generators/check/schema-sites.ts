import type { SchemaSource } from '../language/json-schema.ts';
import type { Located, Spec } from '../model/spec.ts';
import { once } from '../once.ts';
import type { Path } from '../reader/node.ts';

/** A JSON Schema with its place. */
export interface SchemaSite {
  readonly entry: Located<unknown>;
  readonly path: Path;
  readonly schema: SchemaSource;
}

/** Every schema of an operation, by name or inline. */
export function* operationSchemas(
  spec: Spec,
): Generator<{ readonly entry: Located<unknown>; readonly path: Path; readonly schema: string | SchemaSource }> {
  for (const entry of spec.all('operation').values()) {
    const { body, query, params, responses, payment, stream } = entry.value;
    if (body) yield { entry, path: ['body', 'schema'], schema: body.schema };
    if (query !== undefined) yield { entry, path: ['query'], schema: query };
    if (params !== undefined) yield { entry, path: ['params'], schema: params };
    if (stream?.events !== undefined) yield { entry, path: ['stream', 'events'], schema: stream.events };
    if (payment?.challenge) yield { entry, path: ['payment', 'challenge'], schema: payment.challenge };
    for (const [http, { schema, headers }] of Object.entries(responses)) {
      if (schema !== undefined) yield { entry, path: ['responses', http, 'schema'], schema };
      for (const [name, header] of Object.entries(headers ?? {}))
        yield { entry, path: ['responses', http, 'headers', name], schema: header };
    }
  }
}

/** Every inline schema of the specification. */
export function* schemaSites(spec: Spec): Generator<SchemaSite> {
  for (const entry of spec.all('schema').values()) yield { entry, path: [], schema: entry.value };
  for (const { entry, path, schema } of operationSchemas(spec)) {
    if (typeof schema !== 'string') yield { entry, path, schema };
  }
  for (const entry of spec.all('error').values()) {
    const { body, headers } = entry.value;
    if (body) yield { entry, path: ['body'], schema: body };
    for (const [name, header] of Object.entries(headers ?? {}))
      yield { entry, path: ['headers', name], schema: header };
  }
}

/** A schema and every schema within it, with their paths. References are not followed. */
export function withParts(schema: SchemaSource, path: Path = []): readonly SchemaPart[] {
  const parts = partsOf(schema);
  return path.length === 0 ? parts : parts.map((part) => ({ ...part, path: [...path, ...part.path] }));
}

/** A schema within another one, and the steps that lead to it. */
interface SchemaPart {
  readonly schema: SchemaSource;
  readonly path: Path;
}

const partsOf = once((whole: SchemaSource): readonly SchemaPart[] => {
  const found: SchemaPart[] = [];
  const visit = (schema: SchemaSource, path: Path) => {
    found.push({ schema, path });
    for (const keyword of single) {
      const part = schema[keyword];
      if (typeof part === 'object') visit(part, [...path, keyword]);
    }
    for (const keyword of listed)
      for (const [index, part] of (schema[keyword] ?? []).entries()) visit(part, [...path, keyword, index]);
    for (const keyword of named)
      for (const [name, part] of Object.entries(schema[keyword] ?? {})) visit(part, [...path, keyword, name]);
  };
  visit(whole, []);
  return found;
});

const single = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'] as const;
const listed = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const;
const named = ['properties', 'patternProperties', 'on'] as const;
