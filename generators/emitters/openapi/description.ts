import type { HostView, JsonSchema } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { operationObject } from './operation.ts';

/** A host's OpenAPI 3.1.0 description. */
export function describe(view: HostView): JsonSchema {
  const { service, host, operations } = view;
  const areas = [...new Set(operations.map(({ area }) => area))].sort();
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    tags: areas.map((name) => ({ name })),
    paths: pathsOf(view),
    components: componentsOf(view),
    'x-from': host.from,
  };
}

function pathsOf(view: HostView): JsonSchema {
  const byPath = Map.groupBy(view.operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map((operation) => [operation.method.toLowerCase(), operationObject(operation, view)]),
      ),
    ]),
  );
}
