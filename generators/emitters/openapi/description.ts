import { isObject } from '../../json-schema/walk.ts';
import { Forms } from '../../model/forms.ts';
import type { HostView, Json, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { operationObject } from './operation.ts';
import { referencesIn } from './references.ts';
import { pipelineErrors, sharedFailures } from './responses.ts';
import { type DescriptionSources, sourcesOf } from './sources.ts';

/** A host's OpenAPI 3.1.0 description. Operations and components that say what they said before are the same objects. */
export function describe(view: HostView, forms = new Forms()): JsonSchema {
  const { service, host } = view;
  const sources = sourcesOf(view, forms.of('errors of the pipeline', pipelineErrors(view)));
  const operations = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(operations.map(({ area }) => area))].sort();
  const paths = pathsOf(operations, sources);
  const { schemas, ...others } = componentsOf(view);
  const components = {
    schemas,
    ...others,
    responses: forms.record('response', sharedFailures(view.operations, sources)),
  };
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

function pathsOf(operations: readonly Operation[], sources: DescriptionSources): Readonly<Record<string, JsonSchema>> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((operation) => [operation.method.toLowerCase(), operationObject(operation, sources)]),
      ),
    ]),
  );
}

/** Components without those that nothing refers to. */
function prune(components: JsonSchema, paths: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const used = new Set<string>();
  const follow = (value: Json | undefined) => {
    if (!isObject(value)) return;
    for (const { kind, name } of referencesIn(value)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(fieldsOf(components[kind])[name]);
    }
  };
  for (const item of Object.values(paths)) for (const operation of Object.values(item)) follow(operation);
  const remaining = Object.entries(components).map(([kind, entries]): [string, Json] => {
    if (kind !== 'schemas' && kind !== 'responses') return [kind, entries];
    return [
      kind,
      Object.fromEntries(Object.entries(fieldsOf(entries)).filter(([name]) => used.has(`${kind}/${name}`))),
    ];
  });
  return Object.fromEntries(remaining);
}

function fieldsOf(value: Json | undefined): JsonSchema {
  return isObject(value) ? value : {};
}
