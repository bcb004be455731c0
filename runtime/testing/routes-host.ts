import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';

/** A host of nothing but routes, for tests that call none of them. */
export function routesHost({
  auth = 'x402',
  routes = [],
}: {
  readonly auth?: HostDefinition['auth'];
  readonly routes?: readonly (readonly [method: 'GET' | 'POST', path: string, template?: string])[];
}): HostDefinition {
  return {
    id: 'test-host',
    title: 'A host of tests',
    auth,
    prefix: '/v1',
    absent: [],
    routes: routes.map(([method, path, template]) => testRoute(method, path, template)),
    errors: {},
    limits: {},
  };
}

function testRoute(method: 'GET' | 'POST', path: string, template?: string): Route {
  return {
    operation: { id: path, summary: path, method, contentTypes: [], settles: 'never' },
    path,
    ...(template !== undefined && { template }),
    auth: 'none',
    conditions: [],
    limits: [],
    errors: {},
  };
}
