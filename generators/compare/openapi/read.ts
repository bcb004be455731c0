import type { JsonSchema } from '../../model/types.ts';
import type { Place } from '../change.ts';
import type { ComparedOperation, ComparedView, Side } from '../side.ts';
import { Notes } from './notes.ts';
import { operationOf, type ReadOperation, type Surroundings } from './operation.ts';
import { DescriptionMistake, Part, pointerOf, type Steps, type Version } from './part.ts';
import { Schemas } from './schemas.ts';
import { Security } from './security.ts';
import { sentOperation } from './sent.ts';
import { addressesOf, basePath } from './servers.ts';

/** A number of which a double may lose digits, as JSON.stringify writes it. */
const longNumber = /[:,[]-?\d{16,}|\d[eE]\+?\d\d|"rawJSON"/;

/** Where files that a description refers to stand in it. */
export const filesKey = 'x-files';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads an OpenAPI 3.x description as a side with one host; `place` finds the line of a value. */
export function readOpenApi(name: string, document: JsonSchema, place: (path: Steps) => Place | number): Side {
  const root = new Part(document, [], { document, version: versionOf(document) });
  const notes = new Notes([]);
  const addresses = addressesOf(root.get('servers'), notes);
  const schemas = new Schemas();
  const security = new Security(root.get('components').get('securitySchemes'));
  const around: Surroundings = { root, schemas, security, addresses };
  const found = [...operationsOf(root, around)];
  const text = JSON.stringify(document);
  noteRest(root, text, notes);
  const schemes = security.sources(notes);
  security.noteUnused(notes);
  const sources = new Map<string, Steps>();
  for (const { operation, places, at } of found) {
    sources.set(`operation/${operation.id}`, at);
    for (const [path, inner] of places) sources.set(`operation/${operation.id}\n${path}`, inner);
  }
  for (const [id, at] of schemas.places) sources.set(`schema/${id}`, at);
  for (const [note, at] of notes.places) sources.set(`host/api\nunread\n${note}`, at);
  sources.set('host/api', ['servers']).set('service/service', ['info']);
  const { unread, shown } = notes.found;
  return {
    name,
    release: releaseOf(root.get('info'), {
      ...bareView(addresses),
      operations: found.map(({ operation }) => operation),
      schemas: schemas.named,
      described: {
        hasLongNumbers: longNumber.test(text),
        base: basePath(addresses),
        ...(Object.keys(schemes).length > 0 && { schemes }),
        ...(unread && { unread }),
        ...(shown && { shown }),
      },
    }),
    place(entry, path = []) {
      const where = place(nearest(sources, entry, path));
      return typeof where === 'number' ? { file: name, line: where } : where;
    },
  };
}

/** The place of what is nearest to a path in an entry. */
function nearest(sources: ReadonlyMap<string, Steps>, entry: string, path: Steps): Steps {
  for (let length = path.length; length >= 0; length--) {
    const found = sources.get([entry, ...path.slice(0, length)].join('\n'));
    if (found) return [...found, ...path.slice(length)];
  }
  return [];
}

function versionOf({ openapi }: JsonSchema): Version {
  const version = /^3\.[012](?=\.|$|-)/.exec(String(openapi))?.[0];
  if (version === undefined)
    throw new DescriptionMistake(`OpenAPI ${String(openapi)} is not known: 3.0, 3.1 and 3.2 are.`, ['openapi']);
  return version as Version;
}

type FoundOperation = ReadOperation & { readonly at: Steps };

/** Every operation of a description: those that callers call, and those that the service calls. */
function* operationsOf(root: Part, around: Surroundings): Generator<FoundOperation> {
  for (const [path, item] of root.get('paths').members()) {
    for (const [method, source] of methodsOf(item)) {
      const read = operationOf(path, method, item, source, around);
      yield { ...read, at: source.at };
      yield* callbacksOf(read.operation, source, around);
    }
  }
  for (const [name, item] of root.get('webhooks').entries()) {
    for (const [method, source] of methodsOf(item)) {
      const id = source.text('operationId') ?? `webhook ${name}${method === 'post' ? '' : ` ${method}`}`;
      yield { ...sentOperation({ id, path: name, kind: 'webhook' }, method, item, source, around), at: source.at };
    }
  }
}

function* callbacksOf({ id: owner }: ComparedOperation, source: Part, around: Surroundings): Generator<FoundOperation> {
  for (const [name, callback] of source.get('callbacks').entries()) {
    const expressions = callback.members();
    for (const [expression, item] of expressions) {
      // In a path braces would stand for parameters.
      const path = `${name} ${expression.replaceAll('{', '<').replaceAll('}', '>')}`;
      for (const [method, each] of methodsOf(item)) {
        const apart = expressions.length > 1 ? ` ${expression}` : '';
        const id = `${owner} callback ${name}${apart}${method === 'post' ? '' : ` ${method}`}`;
        yield { ...sentOperation({ id, path, kind: 'callback' }, method, item, each, around), at: each.at };
      }
    }
  }
}

/** The operations of a path item by their methods. */
function methodsOf(item: Part): readonly (readonly [method: string, source: Part])[] {
  const known = methodNames(item).filter((name) => name !== additional);
  const more = known.includes('query') ? item.get(additional).entries() : [];
  return [...known.map((method) => [method, item.get(method)] as const), ...more].filter(([, { isThere }]) => isThere);
}

const additional = 'additionalOperations';

/** The keys of a path item that hold operations, by the version of its description. */
function methodNames({ description: { version } }: Part): readonly string[] {
  return version === '3.2' ? [...methods, 'query', additional] : methods;
}

const rootKeys = [
  'openapi',
  '$self',
  'info',
  'servers',
  'paths',
  'webhooks',
  'components',
  'security',
  'tags',
  'externalDocs',
  'jsonSchemaDialect',
];

/** Notes what no operation says: unknown keys of the whole and of path items. */
function noteRest(root: Part, text: string, notes: Notes): void {
  notes.others(root, [...rootKeys, filesKey]);
  notes.unread(root.raw('jsonSchemaDialect'));
  notes.shown(root, ['tags', 'externalDocs', '$self']);
  const info = root.get('info');
  notes.others(info, ['title', 'version', 'description']);
  const items = ['paths', 'webhooks'].flatMap((key) => root.get(key).members());
  for (const [, item] of items)
    notes.others(item, [...methodNames(item), 'parameters', 'servers', 'summary', 'description']);
  const paths = root.get('paths');
  notes.others(
    paths,
    Object.keys(paths.fields).filter((path) => !path.startsWith('x-')),
  );
  noteUnused(root, text, notes);
}

/** Notes components that nothing refers to, which bind no request. */
function noteUnused(root: Part, text: string, notes: Notes): void {
  const used = new Set([...text.matchAll(/"#(\/components\/[^/"]+\/[^/"]+)/g)].map(([, pointer]) => pointer));
  for (const [kind, components] of Object.entries(root.get('components').fields)) {
    const part = root.get('components').raw(kind);
    if (kind === 'securitySchemes' || components === null) continue;
    const unused = Object.keys(part.fields).filter((name) => !used.has(pointerOf(part.raw(name).at).slice(1)));
    notes.shown(part, unused);
  }
}

function releaseOf(info: Part, view: Omit<ComparedView, 'service'>): Side['release'] {
  const service = {
    id: 'service',
    title: info.text('title') ?? '',
    version: String(info.fields.version ?? ''),
    description: info.text('description') ?? '',
    constants: {},
  };
  return {
    service,
    documents: [],
    statements: new Map(),
    questions: [],
    hosts: [{ ...view, service }],
    rules: [],
  };
}

function bareView(addresses: readonly string[]): Omit<ComparedView, 'service' | 'operations' | 'schemas'> {
  return {
    contract: 1,
    host: {
      id: 'api',
      title: '',
      group: 'api',
      auth: 'none',
      prefix: addresses.join(' '),
      absent: [],
      from: [],
      status: 'stated',
    },
    ...{ prices: {}, catalogs: {}, machines: {}, errors: {}, limits: [], scenarios: [], rules: [] },
  };
}
