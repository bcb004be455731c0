import type { OperationSource } from '../language/operation.ts';
import { forHost, selectable, serves } from '../model/hosts.ts';
import { parseRoute, resolvePath } from '../model/path.ts';
import { at, type Located } from '../model/spec.ts';
import { authOf, plain, priceSourceOf } from '../model/view/operation.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Check, CheckContext } from './context.ts';

/** Checks areas, paths and their parameters, and that routes are unique on each host. */
export const checkPaths: Check = (context) => {
  const { spec, diagnostics } = context;
  // The service file lists which names in braces are segments.
  if (spec.lost('service')) return;
  const hosts = selectable(spec);
  const routes = new Map<string, string>();

  for (const operation of spec.all('operation').values()) {
    if (operation.value.area === 'index') diagnostics.report('operation-area', at(operation, ['area']));
    const route = parseRoute(operation.value.http);
    if ('reason' in route) {
      diagnostics.report('path-malformed', at(operation, ['http']), operation.value.http, route.reason);
      continue;
    }
    const segments = spec.service?.value.segments ?? {};
    checkParameters(
      context,
      operation,
      route.names.filter((name) => !(name in segments)),
    );

    for (const host of hosts) {
      const located = spec.get('host', host.id);
      if (!located || !serves(operation, host)) continue;
      const prefix = plain(located.value.prefix, 'path') ?? '';
      const path = `${route.method} ${resolvePath(route, prefix, segments).replace(/\{[^}]*\}/g, '{}')}`;
      const earlier = routes.get(`${host.id} ${path}`);
      if (earlier) diagnostics.report('route-duplicate', at(operation, ['http']), path, host.id, earlier);
      else routes.set(`${host.id} ${path}`, operation.id);

      const auth = authOf(operation.value, located.value, host);
      if (auth === 'payment' && !priceSourceOf(operation.value.price, host)) {
        const written = forHost<string>(operation.value.auth, host, (value) => typeof value === 'string');
        diagnostics.report('operation-unpriced', at(operation, written ? ['auth'] : ['operation']), host.id);
      }
    }
  }
};

function checkParameters(
  { spec, diagnostics }: CheckContext,
  operation: Located<OperationSource>,
  names: readonly string[],
): void {
  const { params = {} } = operation.value;
  const schema = typeof params === 'string' ? spec.get('schema', schemaName(params))?.value : params;
  if (!schema) return;

  const described = Object.keys(schema.properties ?? {});
  for (const name of described) {
    const path = typeof params === 'string' ? ['params'] : ['params', 'properties', name];
    if (!names.includes(name)) diagnostics.report('path-parameter-missing', at(operation, path, 'key'), name);
  }
  for (const name of names) {
    if (!described.includes(name)) diagnostics.report('path-parameter-undeclared', at(operation, ['http']), name);
  }
}
