import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema, Response } from '../../model/types.ts';
import { optionalHeader } from '../headers.ts';
import type { ComparedOperation } from '../side.ts';
import { components, schemaOf } from './schema.ts';

/** Follows references of a description to anything but a schema. */
export type Follow = (value: Json | undefined) => JsonSchema;

/** A description with what finds its parts. */
export interface Description {
  readonly document: JsonSchema;
  readonly follow: Follow;
  /** Names of the schemas that a text refers to. */
  readonly schemasIn: References;
}

const stated = { from: [], status: 'stated' } as const;

/** An operation of a description. */
export function operationOf(
  path: string,
  method: string,
  item: JsonSchema,
  source: JsonSchema,
  { document, follow, schemasIn }: Description,
): ComparedOperation {
  const parameters = [...list(item.parameters), ...list(source.parameters)].map(follow);
  const part = (place: string) => parametersOf(parameters.filter((each) => each.in === place));
  const security = securityOf(source.security ?? document.security, document, follow);
  const body = bodyOf(source, follow);
  let responses: readonly Response[] | undefined;
  let names: readonly string[] | undefined;
  const [params, query, headers, cookies] = [part('path'), part('query'), part('header'), part('cookie')];
  return {
    id: typeof source.operationId === 'string' ? source.operationId : `${method} ${path}`,
    area: String(list(source.tags)[0] ?? ''),
    summary: String(source.summary ?? ''),
    ...(source.description !== undefined && { description: String(source.description) }),
    ...stated,
    method: method.toUpperCase(),
    path,
    template: path,
    wide: [],
    segments: {},
    ...(body && { body }),
    ...(body && follow(source.requestBody).required !== true && { bodyOptional: true as const }),
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(cookies && { cookies }),
    // Of an operation that two descriptions share, no response is compared.
    get responses() {
      responses ??= Object.entries(follow(source.responses)).map(([http, response]) =>
        responseOf(http, follow(response), follow),
      );
      return responses;
    },
    get refersTo() {
      names ??= schemasIn(JSON.stringify([item.parameters, source]));
      return names;
    },
    auth: security.length === 0 ? 'none' : 'key',
    errors: [],
    conditions: [],
    ensures: [],
    example: {},
    extras: {
      ...(source.deprecated === true && { deprecated: true }),
      ...(typeof source['x-sunset'] === 'string' && { sunset: source['x-sunset'] }),
      ...(security.length > 0 && { security }),
      tags: list(source.tags),
    },
  };
}

/** The references in a text. */
type References = (text: string) => readonly string[];

/** Finds the names of the schemas that a text refers to, itself or by way of parameters, headers and the like, which are read once. */
export function schemaNames(follow: Follow): References {
  const known = new Map<string, readonly string[]>();
  const within = (reference: string): readonly string[] => {
    const found = known.get(reference) ?? referencesIn(JSON.stringify(follow({ $ref: reference })));
    known.set(reference, found);
    return found;
  };
  return (text) => {
    const all = new Set(referencesIn(text));
    for (const each of all) if (!each.startsWith(components)) for (const inner of within(each)) all.add(inner);
    const schemas = [...all].filter((each) => each.startsWith(components));
    return schemas.map((each) => each.slice(components.length).replace(/\/.*/, ''));
  };
}

const referencesIn: References = (text) =>
  [...text.matchAll(/"\$ref":("[^"]*")/g)].map(([, quoted = '']): string => JSON.parse(quoted));

function parametersOf(parameters: readonly JsonSchema[]): JsonSchema | undefined {
  if (parameters.length === 0) return undefined;
  const required = parameters.filter(({ required }) => required === true).map(nameOf);
  const properties = parameters.map((parameter): [string, JsonSchema] => {
    const { schema, content, deprecated } = parameter;
    const [media] = Object.values(isObject(content) ? content : {});
    const own = schemaOf(schema ?? (isObject(media) ? media.schema : undefined));
    return [nameOf(parameter), { ...own, ...mannerOf(parameter), ...(deprecated === true && { deprecated }) }];
  });
  return { type: 'object', ...(required.length > 0 && { required }), properties: Object.fromEntries(properties) };
}

/** How the values of a parameter are written, where it is not the default of OpenAPI. */
function mannerOf({ in: place, style, explode, allowReserved }: JsonSchema): JsonSchema {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const isApart = (style ?? usual) === 'form';
  return {
    ...(style !== undefined && style !== usual && { style }),
    ...(explode !== undefined && explode !== isApart && { explode }),
    ...(allowReserved === true && { allowReserved }),
  };
}

/** The name of a parameter; of a header its case does not count. */
function nameOf({ name, in: place }: JsonSchema): string {
  return place === 'header' ? String(name).toLowerCase() : String(name);
}

function bodyOf(source: JsonSchema, follow: Follow): ComparedOperation['body'] | undefined {
  if (source.requestBody === undefined) return undefined;
  const { types, schema } = contentOf(follow(source.requestBody).content);
  return {
    contentType: types[0] ?? 'application/json',
    contentTypes: types,
    schema: schemaOf(schema),
    unknownKeys: 'unknown',
    validates: 'unknown',
    status: 'stated',
  };
}

function responseOf(http: string, response: JsonSchema, follow: Follow): Response {
  const { types, schema } = contentOf(response.content);
  const headers = Object.entries(follow(response.headers)).map(([name, header]) => {
    const { schema: own, required, deprecated } = follow(header);
    return [
      // Their case does not count.
      name.toLowerCase(),
      {
        ...schemaOf(own),
        ...(required !== true && { [optionalHeader]: true }),
        ...(deprecated === true && { deprecated }),
      },
    ];
  });
  return {
    http: statusOf(http),
    contentType: types.join(' '),
    description: String(response.description ?? ''),
    ...(schema !== undefined && { schema: schemaOf(schema) }),
    headers: Object.fromEntries(headers),
    ...stated,
  };
}

/** The status of a response: 0 for `default`, a digit for its hundred. */
function statusOf(http: string): number {
  return http === 'default' ? 0 : Number(http.replace(/XX$/i, ''));
}

/** The media types of a content in order, and the schema of that which is JSON, else of the first. */
function contentOf(content: Json | undefined): { readonly types: string[]; readonly schema?: Json | undefined } {
  if (!isObject(content)) return { types: [] };
  const types = Object.keys(content).sort();
  const main = types.find((type) => /json/.test(type)) ?? types[0];
  const media = main === undefined ? undefined : content[main];
  return { types, schema: isObject(media) ? media.schema : undefined };
}

/** Alternatives of what a request has to show, as `<scheme>:<scopes>`, sorted. */
function securityOf(security: Json | undefined, document: JsonSchema, follow: Follow): string[] {
  const schemes = follow(follow(document.components).securitySchemes);
  return list(security)
    .map((requirement) =>
      Object.entries(isObject(requirement) ? requirement : {})
        .map(([name, scopes]) => `${kindOf(follow(schemes[name]), name)}:${list(scopes).map(String).sort().join(' ')}`)
        .sort()
        .join(' and '),
    )
    .sort();
}

function kindOf({ type, scheme, in: place, name }: JsonSchema, id: string): string {
  return [id, type, scheme, place, name].filter((part) => part !== undefined).join('/');
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
