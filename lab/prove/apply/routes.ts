import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import type { Operation } from '#conformance/contract/contract.ts';
import { changeRoutes } from '#lab/toolkit/routes.ts';
import type { Application, Pair } from './contracts.ts';

/** Serves operations at the wrong paths and by the wrong methods. */
export const applyPaths: Application = (given, { right, wrong }) => {
  const { operations } = right.contract;
  const others = new Map(wrong.contract.operations.map((operation) => [operation.id, operation]));
  const gone = operations.filter(({ id }) => !others.has(id)).map(({ id }) => id);
  const routes = given.host.routes
    .filter(({ operation }) => !gone.includes(operation.id))
    .map((route) => {
      const before = operations.find(({ id }) => id === route.operation.id);
      const after = others.get(route.operation.id);
      return before && after ? placed(route, before, after) : route;
    });

  const { prefix, absent } = right.contract.host;
  const served = absent.filter((each) => !wrong.contract.host.absent.includes(each));
  const copies = served.flatMap((other) =>
    routes
      .filter(({ path }) => path.startsWith(`${prefix}/`))
      .map((route) => ({ ...route, path: other + route.path.slice(prefix.length) })),
  );
  const host = { ...given.host, absent: wrong.contract.host.absent, routes: [...routes, ...copies] };
  return { ...given, host };
};

function placed(route: Route, before: Operation, after: Operation): Route {
  const path = after.path === before.path ? route.path : route.path + after.path.slice(before.path.length);
  return { ...route, path, operation: { ...route.operation, method: after.method } };
}

/** Counts calls by the wrong limits. */
export const applyLimits: Application = (given, { right, wrong }) => {
  const { limits } = wrong.contract;
  if (limits === right.contract.limits) return given;
  const routes = given.host.routes.map((route) => ({
    ...route,
    limits: limits.filter(({ operations }) => operations.includes(route.operation.id)).map(({ id }) => id),
  }));
  return {
    ...given,
    host: { ...given.host, routes, limits: Object.fromEntries(limits.map((each) => [each.id, each])) },
  };
};

/** Asks for payments on the wrong network, in the wrong asset, or for the wrong time. */
export const applyPayment: Application = (given, pair) => {
  const { host } = pair.wrong.contract;
  const own = given.host.payment;
  const profiled = own && host.payment ? { ...given, host: withPayment(given.host, pair, own) } : given;
  return pair.wrong.contract.operations.reduce((altered, { id, payment }) => {
    const before = pair.right.contract.operations.find((each) => each.id === id)?.payment;
    if (!payment || payment.window === before?.window) return altered;
    const { window } = payment;
    return changeRoutes([id], (route) => ({ ...route, ...(window !== undefined && { window }) }))(altered);
  }, profiled);
};

function withPayment(
  host: HostDefinition,
  { wrong }: Pair,
  own: NonNullable<HostDefinition['payment']>,
): HostDefinition {
  const { network, asset, domain } = wrong.contract.host.payment ?? own;
  return { ...host, payment: { ...own, network, asset, ...(domain && { domain }) } };
}

/** Takes API keys in the place of payments, or none, and gives calls away by the wrong quota. */
export const applyAccess: Application = (given, { wrong }) => {
  const { keys: _keys, freeCalls: _free, ...host } = given.host;
  const { keys, freeCalls } = wrong.contract.host;
  return { ...given, host: { ...host, ...(keys && { keys }), ...(freeCalls && { freeCalls }) } };
};
