import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import type { Place } from '../change.ts';
import type { ComparedOperation, ComparedView, Side } from '../side.ts';
import { type Follow, operationOf, schemaNames } from './operation.ts';
import { schemaOf } from './schema.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads an OpenAPI 3.x description as a side with one host; `line` finds the line of a JSON path. */
export function readOpenApi(name: string, document: JsonSchema, line: (path: readonly string[]) => number): Side {
  const follow: Follow = (value) => {
    if (!isObject(value)) return {};
    return typeof value.$ref === 'string' ? follow(pointed(document, value.$ref)) : value;
  };
  const sources = new Map<string, readonly string[]>();
  const description = { document, follow, schemasIn: schemaNames(follow) };
  const sharedOperation = sharedIn(document, follow);
  const operations = Object.entries(follow(document.paths)).flatMap(([path, value]) => {
    const item = follow(value);
    return methods.flatMap((method) => {
      const source = item[method];
      if (!isObject(source)) return [];
      const make = () => operationOf(path, method, item, source, description);
      const written = JSON.stringify([path, method, item.parameters, source]);
      const operation = sharedOperation(written, make);
      sources.set(`operation/${operation.id}`, ['paths', path, method]);
      return [operation];
    });
  });
  const schemas = Object.fromEntries(
    Object.entries(follow(follow(document.components).schemas)).map(([id, schema]) => {
      sources.set(`schema/${id}`, ['components', 'schemas', id]);
      return [id, sharedSchema(JSON.stringify(schema), () => schemaOf(schema))];
    }),
  );
  return sideOf(name, follow(document.info), { ...bareView(document), operations, schemas }, (entry, path = []) => ({
    file: name,
    line: line([...(sources.get(entry) ?? []), ...path]),
  }));
}

/** Makes a value of a text, once. */
type Shared<T> = (text: string, make: () => T) => T;

/** Values by their text: what two descriptions share is one object, whose comparison ends at once. */
function shared<T>(): Shared<T> {
  const known = new Map<string, T>();
  return (text, make) => {
    const value = known.get(text) ?? make();
    known.set(text, value);
    return value;
  };
}

const sharedSchema = shared<JsonSchema>();
const sharedOperations = shared<Shared<ComparedOperation>>();

/** Operations by their text, among descriptions in which what they refer to beside schemas is the same. */
function sharedIn(document: JsonSchema, follow: Follow): Shared<ComparedOperation> {
  const { schemas: _, ...components } = follow(document.components);
  const around = JSON.stringify([document.security, components]);
  const known = sharedOperations(around, () => shared());
  // What refers to another path does not say all by itself.
  const isWhole = (text: string) => !text.includes('"#/paths/');
  return isWhole(around) ? (text, make) => (isWhole(text) ? known(text, make) : make()) : (_, make) => make();
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
