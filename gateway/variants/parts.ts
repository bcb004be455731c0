/** Ways to change the parts of a gateway; each does nothing on a host that lacks what it changes. */

import type { LimitDefinition, Micro, OperationDefinition, Quote, Route } from '#runtime/operation.ts';
import { type Alter, type Fields, isFields } from './alter.ts';

/** Changes the routes of the operations that are named. */
export const routing = (ids: readonly string[], change: (route: Route) => Route): Alter => {
  return (parts) => {
    const routes = parts.host.routes.map((route) => (ids.includes(route.operation.id) ? change(route) : route));
    return { ...parts, host: { ...parts.host, routes } };
  };
};

/** Changes what operations cost, quoted or metered; `input` is what the price is computed from. */
export function pricing(
  ids: readonly string[],
  change: (amount: Micro, input: { readonly request: Fields }, quote: (input: never) => Quote) => Micro,
): Alter {
  return routing(ids, (route): Route => {
    const { quote, meter } = route;
    return {
      ...route,
      ...(quote && { quote: repriced(quote, change) }),
      ...(meter && { meter: repriced(meter, change) }),
    };
  });
}

function repriced<I extends { readonly request: Fields }>(
  quote: (input: I) => Quote,
  change: (amount: Micro, input: { readonly request: Fields }, quote: (input: never) => Quote) => Micro,
): (input: I) => Quote {
  return (input) => {
    const told = quote(input);
    // The breakdown is computed when it is read.
    return { ...told, breakdown: told.breakdown, amount: change(told.amount, input, quote) };
  };
}

/** Changes the bodies of operations before they are validated. */
export const reading = (ids: readonly string[], change: (body: Fields) => Fields): Alter =>
  routing(ids, (route) => {
    const { body: validate } = route.operation;
    if (!validate) return route;
    const operation: OperationDefinition = {
      ...route.operation,
      body: (input) => validate(isFields(input) ? change(input) : input),
    };
    return { ...route, operation };
  });

/** Refuses bodies that the documents leave open: each names the field that it is refused for. */
export const refusing = (ids: readonly string[], fault: (body: Fields) => string | undefined): Alter =>
  routing(ids, (route) => {
    const { body: validate } = route.operation;
    if (!validate) return route;
    const operation: OperationDefinition = {
      ...route.operation,
      body: (input) => {
        const name = isFields(input) ? fault(input) : undefined;
        const checked = validate(input);
        if (name === undefined || !checked.ok) return checked;
        return { ok: false, issues: [{ path: [name], rule: 'variant', message: `${name} is not taken here.` }] };
      },
    };
    return { ...route, operation };
  });

/** Changes one limit. */
export const limiting = (id: string, change: (limit: LimitDefinition) => LimitDefinition): Alter => {
  return (parts) => {
    const found = Object.entries(parts.host.limits).map(([key, limit]) => [
      key,
      limit.id === id ? change(limit) : limit,
    ]);
    return { ...parts, host: { ...parts.host, limits: Object.fromEntries(found) } };
  };
};

/** Takes an operation away, so that its path is as unknown as any other. */
export const lacking = (id: string): Alter => {
  return (parts) => {
    const routes = parts.host.routes.filter(({ operation }) => operation.id !== id);
    return { ...parts, host: { ...parts.host, routes } };
  };
};
