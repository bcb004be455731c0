import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import type { Place } from '../change.ts';
import type { ComparedView, Side } from '../side.ts';
import { operationOf } from './operation.ts';
import { schemaOf } from './schema.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads an OpenAPI 3.x description as a side with one host; `line` finds the line of a JSON path. */
export function readOpenApi(name: string, document: JsonSchema, line: (path: readonly string[]) => number): Side {
  const follow = (value: Json | undefined): JsonSchema => {
    if (!isObject(value)) return {};
    return typeof value.$ref === 'string' ? follow(pointed(document, value.$ref)) : value;
  };
  const sources = new Map<string, readonly string[]>();
  const operations = Object.entries(follow(document.paths)).flatMap(([path, value]) => {
    const item = follow(value);
    return methods.flatMap((method) => {
      const source = item[method];
      if (!isObject(source)) return [];
      const operation = operationOf(path, method, item, source, document, follow);
      sources.set(`operation/${operation.id}`, ['paths', path, method]);
      return [operation];
    });
  });
  const schemas = Object.fromEntries(
    Object.entries(follow(follow(document.components).schemas)).map(([id, schema]) => {
      sources.set(`schema/${id}`, ['components', 'schemas', id]);
      return [id, schemaOf(schema)];
    }),
  );
  return sideOf(name, follow(document.info), { ...bareView(document), operations, schemas }, (entry, path = []) => ({
    file: name,
    line: line([...(sources.get(entry) ?? []), ...path]),
  }));
}

function sideOf(
  name: string,
  info: JsonSchema,
  view: Omit<ComparedView, 'service'>,
  place: (entry: string, path?: readonly string[]) => Place,
): Side {
  const service = {
    id: 'service',
    title: String(info.title ?? ''),
    version: String(info.version ?? ''),
    description: String(info.description ?? ''),
    constants: {},
  };
  const release = {
    service,
    documents: [],
    statements: new Map(),
    questions: [],
    hosts: [{ ...view, service }],
    rules: [],
  };
  return { name, release, place };
}

function bareView({ servers }: JsonSchema): Omit<ComparedView, 'service' | 'operations' | 'schemas'> {
  const urls = Array.isArray(servers) ? servers.map((server) => String(Object(server).url)) : [];
  return {
    contract: 1,
    host: {
      id: 'api',
      title: '',
      group: 'api',
      auth: 'none',
      prefix: urls.sort().join(' '),
      absent: [],
      from: [],
      status: 'stated',
    },
    ...{ prices: {}, catalogs: {}, machines: {}, errors: {}, limits: [], scenarios: [], rules: [] },
  };
}

/** What a local reference of a document points at. */
function pointed(document: JsonSchema, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), document);
}
