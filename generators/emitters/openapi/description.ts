import { Forms } from '../../model/forms.ts';
import type { HostView, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { type DescribedOperation, described } from './described.ts';
import { pathItem } from './operation.ts';
import { sharedFailures } from './responses.ts';
import { type DescriptionSources, sourcesOf } from './sources.ts';

/** A host's OpenAPI 3.1.0 description. Operations and components that say what they said before are the same objects. */
export function describe(view: HostView, forms = new Forms()): JsonSchema {
  const { service, host } = view;
  const sources = sourcesOf(view);
  const open = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(open.map(({ area }) => area))].sort();
  const served = new Map(
    view.operations.map((operation) => [operation, forms.of(`operation/${operation.id}`, described(operation))]),
  );
  const operations = [...served.values()];
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    tags: areas.map((name) => ({ name })),
    paths: pathsOf(open, served, sources),
    components: { ...componentsOf(view, operations), responses: sharedFailures(operations, sources) },
    'x-from': host.from,
  };
}

function pathsOf(
  open: readonly Operation[],
  served: ReadonlyMap<Operation, DescribedOperation>,
  sources: DescriptionSources,
): Readonly<Record<string, JsonSchema>> {
  const items = [...Map.groupBy(open, ({ path }) => path)].flatMap(([path, methods]) => {
    const operations = methods.flatMap((operation) => served.get(operation) ?? []);
    const [first] = operations;
    return first ? [[path, pathItem(first, { ...sources, operation: (index) => operations[index] })] as const] : [];
  });
  return Object.fromEntries(items);
}
