import { once } from '../common/once.ts';
import type { ErrorSource } from '../language/errors.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import type { OperationSource } from '../language/operation.ts';
import type { WebhookSource } from '../language/webhook.ts';
import type { Located, Spec, TransportEntry } from '../model/spec.ts';
import type { Path } from '../reader/node.ts';

/** A JSON Schema with its place. */
export interface SchemaSite {
  readonly entry: Located<unknown>;
  readonly path: Path;
  readonly schema: SchemaSource;
}

/** A schema of an operation or a webhook, by name or inline, with its place. */
interface UsedSchema {
  readonly entry: Located<unknown>;
  readonly path: Path;
  readonly schema: string | SchemaSource;
}

/** Every schema of an operation, by name or inline. */
export function operationSchemas(spec: Spec): readonly UsedSchema[] {
  return [...spec.all('operation').values()].flatMap(schemasOf);
}

/** Every schema of an operation or a webhook, by name or inline. */
export function usedSchemas(spec: Spec): readonly UsedSchema[] {
  return [...operationSchemas(spec), ...[...spec.all('webhook').values()].flatMap(payloadOf)];
}

const payloadOf = once((entry: Located<WebhookSource>): readonly UsedSchema[] => {
  const { body } = entry.value;
  return body === undefined ? [] : [{ entry, path: ['body'], schema: body }];
});

const schemasOf = once((entry: Located<OperationSource>): readonly UsedSchema[] => {
  const { body, query, params, headers: requestHeaders, responses, payment, stream } = entry.value;
  const written: [path: Path, schema: string | SchemaSource | undefined][] = [
    [['body', 'schema'], body?.schema],
    [['query'], query],
    [['params'], params],
    [['headers'], requestHeaders],
    [['stream', 'events'], stream?.events],
    [['payment', 'challenge'], payment?.challenge],
    ...Object.entries(responses).flatMap(([http, { schema, headers }]): typeof written => [
      [['responses', http, 'schema'], schema],
      ...Object.entries(headers ?? {}).map(([name, header]): (typeof written)[number] => [
        ['responses', http, 'headers', name],
        header,
      ]),
    ]),
  ];
  return written.flatMap(([path, schema]) => (schema === undefined ? [] : [{ entry, path, schema }]));
});

/** Every inline schema of the specification; each is the same object while its entry is. */
export function schemaSites(spec: Spec): readonly SchemaSite[] {
  return [
    ...[...spec.all('schema').values()].map(siteOf),
    ...usedSchemas(spec).flatMap(inlineSitesOf),
    ...[...spec.all('error').values()].flatMap(errorSitesOf),
    ...[...spec.all('transport').values()].flatMap(transportSchemas),
  ];
}

const siteOf = once((entry: Located<SchemaSource>): SchemaSite => ({ entry, path: [], schema: entry.value }));

const inlineSitesOf = once(({ entry, path, schema }: UsedSchema): readonly SchemaSite[] =>
  typeof schema === 'string' ? [] : [{ entry, path, schema }],
);

const errorSitesOf = once((entry: Located<ErrorSource>): readonly SchemaSite[] => {
  const { body, headers } = entry.value;
  return [
    ...(body ? [{ entry, path: ['body'], schema: body }] : []),
    ...Object.entries(headers ?? {}).map(([name, schema]) => ({ entry, path: ['headers', name], schema })),
  ];
});

/** The schemas of a transport. */
export const transportSchemas = once((entry: Located<TransportEntry>): readonly SchemaSite[] => {
  const { receipt, payment } = entry.value;
  return [
    ...Object.entries(payment?.schemas ?? {}).map(([version, schema]) => ({
      ...{ entry, path: ['payment', 'schemas', version], schema },
    })),
    ...(['success', 'failure'] as const).flatMap((outcome) => {
      const schema = receipt?.[outcome];
      return schema ? [{ entry, path: ['receipt', outcome], schema }] : [];
    }),
  ];
});

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
