import { isObject } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { operationObject } from './operation.ts';
import { sharedFailures } from './responses.ts';

/** A host's OpenAPI 3.1.0 description. */
export function describe(view: HostView): JsonSchema {
  const { service, host } = view;
  const operations = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(operations.map(({ area }) => area))].sort();
  const paths = pathsOf(view, operations);
  const components = { ...componentsOf(view), responses: sharedFailures(view) };
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: prune(components, paths),
    'x-from': host.from,
  };
}

function pathsOf(view: HostView, operations: readonly Operation[]): JsonSchema {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((operation) => [operation.method.toLowerCase(), operationObject(operation, view)]),
      ),
    ]),
  );
}

/** Components without those that nothing refers to. */
function prune(components: JsonSchema, paths: JsonSchema): JsonSchema {
  const used = new Set<string>();
  const follow = (value: Json | undefined) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(fieldsOf(components[kind])[name]);
    }
  };
  follow(paths);
  const kept = Object.entries(components).map(([kind, entries]): [string, Json] => {
    if (kind !== 'schemas' && kind !== 'responses') return [kind, entries];
    return [
      kind,
      Object.fromEntries(Object.entries(fieldsOf(entries)).filter(([name]) => used.has(`${kind}/${name}`))),
    ];
  });
  return Object.fromEntries(kept);
}

function fieldsOf(value: Json | undefined): JsonSchema {
  return isObject(value) ? value : {};
}
