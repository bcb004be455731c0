import type { HostView, JsonSchema, Operation } from '../../model/types.ts';
import { componentsOf } from './components.ts';
import { sharedParameters } from './idempotency.ts';
import { pathItem } from './operation.ts';
import { sharedFailures } from './responses.ts';
import { webhookItem } from './webhook.ts';

/** A host's OpenAPI 3.1.0 description. */
export function describe(view: HostView): JsonSchema {
  const { service, host, webhooks } = view;
  const open = view.operations.filter(({ closed }) => !closed);
  const areas = [...new Set(open.map(({ area }) => area))].sort();
  return {
    openapi: '3.1.0',
    info: { title: `${service.title}: ${host.title}`, version: service.version, description: service.description },
    servers: [{ url: '/', description: host.title }],
    ...(host.freeCalls && { 'x-free-calls': host.freeCalls }),
    tags: areas.map((name) => ({ name })),
    paths: pathsOf(open, view),
    ...(webhooks && { webhooks: Object.fromEntries(webhooks.map((each) => [each.id, webhookItem(each)])) }),
    components: { ...componentsOf(view), parameters: sharedParameters(view), responses: sharedFailures(view) },
    'x-from': host.from,
  };
}

function pathsOf(open: readonly Operation[], view: HostView): Readonly<Record<string, JsonSchema>> {
  const items = [...Map.groupBy(open, ({ path }) => path)].map(([path, operations]) => [
    path,
    pathItem(operations, view),
  ]);
  return Object.fromEntries(items);
}
