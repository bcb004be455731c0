import type { HostView, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { pathItem } from './operation.ts';
import { sharedFailures } from './responses.ts';
import { type DescriptionSources, sourcesOf } from './sources.ts';

/** A host's OpenAPI 3.1.0 description. Operations and components that say what they said before are the same objects. */
export function describe(view: HostView): JsonSchema {
  const { service, host } = view;
  const sources = sourcesOf(view);
  const operations = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(operations.map(({ area }) => area))].sort();
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    tags: areas.map((name) => ({ name })),
    paths: pathsOf(operations, sources),
    components: { ...componentsOf(view), responses: sharedFailures(view.operations, sources) },
    'x-from': host.from,
  };
}

function pathsOf(operations: readonly Operation[], sources: DescriptionSources): Readonly<Record<string, JsonSchema>> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const items = [...byPath].flatMap(([path, methods]) => {
    const [first] = methods;
    return first ? [[path, pathItem(first, { ...sources, operation: (index) => methods[index] })] as const] : [];
  });
  return Object.fromEntries(items);
}
