import { isObject } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { operationObject } from './operation.ts';

/** A host's OpenAPI 3.1.0 description. */
export function describe(view: HostView): JsonSchema {
  const { service, host } = view;
  const operations = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(operations.map(({ area }) => area))].sort();
  const paths = pathsOf(view, operations);
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: prune(componentsOf(view), paths),
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

/** Components without the schemas that nothing refers to. */
function prune(components: JsonSchema, paths: JsonSchema): JsonSchema {
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const used = new Set<string>();
  const follow = (value: Json | undefined) => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  return { ...components, schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))) };
}
