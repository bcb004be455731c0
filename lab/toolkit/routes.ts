/** Changes of what a host serves: its routes and its limits. */

import type { HostDefinition, LimitDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import type { Alteration, Parts } from '#gateway/start.ts';

/** Ids of operations: a single one has to be served by the host; of a list, the host may lack any. */
export type Operations = string | readonly string[];

/** Changes the definition of the host. */
export function changeHost(change: (host: HostDefinition) => HostDefinition): Alteration {
  return (parts) => ({ ...parts, host: change(parts.host) });
}

/** Changes the routes of some operations. */
export function changeRoutes(operations: Operations, change: (route: Route) => Route): Alteration {
  return (parts) => {
    const ids = servedIds(parts, operations);
    const routes = parts.host.routes.map((route) => (ids.has(route.operation.id) ? change(route) : route));
    return { ...parts, host: { ...parts.host, routes } };
  };
}

/** Serves the routes that a test accepts and no others; what is removed is an unknown path. */
export function keepRoutes(keep: (route: Route) => boolean): Alteration {
  return changeHost((host) => ({ ...host, routes: host.routes.filter(keep) }));
}

/** Removes some operations. */
export function removeOperations(...ids: readonly string[]): Alteration {
  return keepRoutes(({ operation }) => !ids.includes(operation.id));
}

/** Changes one limit. */
export function changeLimit(id: string, change: (limit: LimitDefinition) => LimitDefinition): Alteration {
  return changeHost((host) => {
    const limit = host.limits[id];
    return limit ? { ...host, limits: { ...host.limits, [id]: change(limit) } } : host;
  });
}

function servedIds({ host }: Parts, operations: Operations): ReadonlySet<string> {
  if (typeof operations !== 'string') return new Set(operations);
  if (!host.routes.some(({ operation }) => operation.id === operations)) {
    throw new Error(`Host ${host.id} does not serve ${operations}.`);
  }
  return new Set([operations]);
}
