import type { Json, JsonSchema } from '../../model/types.ts';
import type { ComparedOperation, ComparedResponse } from '../side.ts';
import { contentOf } from './content.ts';
import { Notes } from './notes.ts';
import { headersOf, parametersIn, parametersOf } from './parameters.ts';
import type { Part, Steps } from './part.ts';
import type { Schemas } from './schemas.ts';
import type { Security } from './security.ts';
import { addressesOf } from './servers.ts';

/** The context that the operations of a description share. */
export interface Surroundings {
  readonly root: Part;
  readonly schemas: Schemas;
  readonly security: Security;
  /** Addresses of the description itself. */
  readonly addresses: readonly string[];
}

/** An operation with the places of what is in it, by paths of the model joined with line feeds. */
export interface ReadOperation {
  readonly operation: ComparedOperation;
  readonly places: ReadonlyMap<string, Steps>;
}

const stated = { from: [], status: 'stated' } as const;

/** All operations that are made of a description have these. */
export const bare = {
  ...stated,
  wide: [],
  segments: {},
  errors: [],
  conditions: [],
  ensures: [],
  example: {},
} as const;

const known = [
  ...['operationId', 'tags', 'summary', 'description', 'parameters', 'requestBody', 'responses', 'security'],
  ...['deprecated', 'callbacks', 'servers', 'externalDocs'],
];

/** Reads an operation that callers call. */
export function operationOf(
  path: string,
  method: string,
  item: Part,
  source: Part,
  around: Surroundings,
): ReadOperation {
  const notes = new Notes(source.at);
  const places = new Map<string, Steps>();
  notes.others(source, known);
  notes.shown(source, ['externalDocs']);
  const request = requestOf(item, source, around, { notes, places });
  const responses = source
    .get('responses')
    .members()
    .map(([status, response]) => {
      const { at, response: read } = responseOf(status, response, around.schemas, notes);
      places.set(['responses', String(read.http)].join('\n'), response.at);
      if (at) places.set(['responses', String(read.http), 'schema'].join('\n'), at);
      return read;
    });
  const ways = around.security.alternatives((source.raw('security').isThere ? source : around.root).get('security'));
  const servers = ownServers(item, source, around, notes);
  const { unread, shown } = notes.found;
  for (const [name, at] of notes.places) places.set(['unread', name].join('\n'), at);
  const operation: ComparedOperation = {
    ...bare,
    ...describedBy(source, item),
    ...request,
    id: source.text('operationId') ?? `${method.toLowerCase()} ${path}`,
    ...(source.text('operationId') === undefined && { unnamed: true as const }),
    method: method.toUpperCase(),
    path,
    template: path,
    responses,
    auth: ways.length === 0 ? 'none' : 'key',
    extras: {
      ...extrasOf(source),
      ...(ways.length > 0 && { security: ways }),
      ...(servers && { servers }),
      ...(shown && { shown }),
    },
    ...(unread && { unread }),
  };
  return { operation, places };
}

/** Where the parts of an operation are noted while it is read. */
interface Findings {
  readonly notes: Notes;
  readonly places: Map<string, Steps>;
}

/** The parts of the requests of an operation. */
function requestOf(item: Part, source: Part, { schemas }: Surroundings, { notes, places }: Findings) {
  const parameters = parametersOf(item, source);
  const part = (place: 'path' | 'query' | 'header' | 'cookie', name: string): JsonSchema | undefined => {
    const found = parametersIn(place, parameters, 'request', schemas, notes);
    for (const [each, at] of found?.at ?? []) places.set([name, 'properties', each].join('\n'), at);
    return found?.schema;
  };
  const [params, query] = [part('path', 'params'), part('query', 'query')];
  const [headers, cookies] = [part('header', 'headers'), part('cookie', 'cookies')];
  const body = bodyOf(source.get('requestBody'), schemas, notes);
  if (body) places.set('body', body.at.slice(0, -1)).set('body\nschema', body.at);
  return {
    ...(body && { body: body.body, media: body.media, ...(body.isOptional && { bodyOptional: true as const }) }),
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(cookies && { cookies }),
  };
}

/** Addresses of an operation where they are not those of the whole service. */
function ownServers(
  item: Part,
  source: Part,
  { addresses }: Surroundings,
  notes: Notes,
): readonly string[] | undefined {
  const servers = [source, item].map((each) => each.get('servers')).find(({ isThere }) => isThere);
  const own = servers && addressesOf(servers, notes);
  return own?.join() === addresses.join() ? undefined : own;
}

/** Tags and the like, which callers and the service send have alike. */
export function extrasOf(source: Part): Readonly<Record<string, Json>> {
  const sunset = source.text('x-sunset');
  const tags = source.get('tags').entries();
  return {
    ...(source.fields.deprecated === true && { deprecated: true }),
    ...(sunset !== undefined && { sunset }),
    tags: tags.map(([, { value }]) => value ?? ''),
  };
}

/** The words that describe an operation, its own or those of its path. */
export function describedBy(source: Part, item: Part): Pick<ComparedOperation, 'area' | 'summary' | 'description'> {
  const description = source.text('description') ?? item.text('description');
  return {
    area: String(source.get('tags').entries()[0]?.[1].value ?? ''),
    summary: source.text('summary') ?? item.text('summary') ?? '',
    ...(description !== undefined && { description }),
  };
}

/** A body that is written in one direction. */
interface ReadBody extends Required<Pick<ComparedOperation, 'media'>> {
  readonly body: NonNullable<ComparedOperation['body']>;
  readonly isOptional: boolean;
  readonly at: Steps;
}

/** The body of a request; `undefined` where there is none. */
export function bodyOf(source: Part, schemas: Schemas, notes: Notes): ReadBody | undefined {
  if (!source.isThere) return undefined;
  notes.others(source, ['content', 'required', 'description']);
  notes.shown(source, ['description']);
  const { types, main, byType, at } = contentOf(source.get('content'), 'request', schemas, notes);
  return {
    body: {
      contentType: main ?? 'application/json',
      contentTypes: [...types],
      schema: (main === undefined ? undefined : byType[main]?.schema) ?? {},
      unknownKeys: 'unknown',
      validates: 'unknown',
      status: 'stated',
    },
    media: byType,
    isOptional: source.fields.required !== true,
    at,
  };
}

/** A response that the service gives. */
function responseOf(
  status: string,
  source: Part,
  schemas: Schemas,
  notes: Notes,
): { readonly response: ComparedResponse; readonly at?: Steps } {
  notes.others(source, ['description', 'headers', 'content', 'links', 'summary']);
  notes.shown(source, ['summary']);
  const { types, main, byType, at } = contentOf(source.get('content'), 'response', schemas, notes);
  const schema = main === undefined ? undefined : byType[main]?.schema;
  for (const [, link] of source.get('links').entries()) notes.unread(link);
  return {
    response: {
      ...stated,
      http: statusOf(status),
      contentType: types.join(' '),
      description: source.text('description') ?? '',
      ...(schema !== undefined && { schema }),
      headers: headersOf(source.get('headers'), 'response', schemas, notes),
      ...(types.length > 0 && { media: byType }),
    },
    ...(schema !== undefined && { at }),
  };
}

/** The status of a response: 0 for `default`, a digit for its hundred. */
function statusOf(http: string): number {
  return http === 'default' ? 0 : Number(http.replace(/XX$/i, ''));
}
