/** Changes of what a host serves: its routes and its limits. */

import type { Quote } from '@tollwright/runtime/money/formula';
import type { Micro } from '@tollwright/runtime/money/usd';
import type { HostDefinition, LimitDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import type { Alteration, Parts } from '#gateway/start.ts';
import type { JsonObject } from './messages.ts';

/** Ids of operations: the host must serve a single one, and may lack any of a list. */
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

/** Serves only the routes that a predicate accepts; the others become unknown paths. */
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

/** Input of a price. */
export interface PriceInput {
  readonly request: JsonObject;
  readonly query: JsonObject;
  readonly params: JsonObject;
}

/** Computes another price from the price, its input, and the function that quotes or meters it. */
export type Reprice = (amount: Micro, input: PriceInput, quote: (input: never) => Quote) => Micro;

/** Changes the quoted or metered prices of operations, and what a call reserves, since no charge exceeds that. */
export function changePrice(operations: Operations, change: Reprice): Alteration {
  return changeRoutes(operations, (route): Route => {
    const { quote, meter, reserve } = route;
    return {
      ...route,
      ...(quote && { quote: repriced(quote, change) }),
      ...(meter && { meter: repriced(meter, change) }),
      ...(reserve && { reserve: repriced(reserve, change) }),
    };
  });
}

function repriced<I extends PriceInput>(quote: (input: I) => Quote, change: Reprice): (input: I) => Quote {
  return (input) => {
    const usual = quote(input);
    // A quote computes its breakdown when it is read, which a copy of its fields does not.
    return {
      ...usual,
      breakdown: usual.breakdown,
      details: usual.details ?? {},
      amount: change(usual.amount, input, quote),
    };
  };
}
