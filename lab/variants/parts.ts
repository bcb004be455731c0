/** Ways to change the parts of a gateway; each does nothing on a host that lacks what it changes. */

import type {
  Call,
  Handler,
  LimitDefinition,
  Micro,
  Quote,
  Reply,
  Route,
  Validator,
} from '@tollwright/runtime/operation';
import { isObject } from '@tollwright/runtime/values';
import type { Alter, Fields } from '../toolkit/exchange.ts';

/** Changes the routes of the operations that are named. */
export const routing = (ids: readonly string[], change: (route: Route) => Route): Alter => {
  return (parts) => {
    const routes = parts.host.routes.map((route) => (ids.includes(route.operation.id) ? change(route) : route));
    return { ...parts, host: { ...parts.host, routes } };
  };
};

/** What a price is computed from. */
export interface Priced {
  readonly request: Fields;
  readonly query: Fields;
  readonly params: Fields;
}

/** Computes another price from the price and what it was computed from. */
export type Reprice = (amount: Micro, input: Priced, quote: (input: never) => Quote) => Micro;

/** Changes what operations cost, quoted or metered. */
export function pricing(ids: readonly string[], change: Reprice): Alter {
  return routing(ids, (route): Route => {
    const { quote, meter } = route;
    return {
      ...route,
      ...(quote && { quote: repriced(quote, change) }),
      ...(meter && { meter: repriced(meter, change) }),
    };
  });
}

function repriced<I extends Priced>(quote: (input: I) => Quote, change: Reprice): (input: I) => Quote {
  return (input) => {
    const told = quote(input);
    // The breakdown is computed when it is read.
    return {
      ...told,
      breakdown: told.breakdown,
      details: told.details ?? {},
      amount: change(told.amount, input, quote),
    };
  };
}

/** Changes the bodies of operations before they are validated. */
export const reading = (ids: readonly string[], change: (body: Fields) => unknown): Alter =>
  checking(ids, 'body', (validate) => (input) => validate(isObject(input) ? change(input) : input));

/** Changes the queries of operations before they are validated. */
export const readingQuery = (ids: readonly string[], change: (query: Fields) => unknown): Alter =>
  checking(ids, 'query', (validate) => (input) => validate(isObject(input) ? change(input) : input));

/** Refuses bodies that the documents leave open: each names the field that it is refused for. */
export const refusing = (ids: readonly string[], fault: (body: Fields) => string | undefined): Alter =>
  checking(ids, 'body', refused(fault));

/** Refuses queries that the documents leave open, as `refusing` does. */
export const refusingQuery = (ids: readonly string[], fault: (query: Fields) => string | undefined): Alter =>
  checking(ids, 'query', refused(fault));

type Check = Validator<unknown>;

function checking(ids: readonly string[], part: 'body' | 'query', change: (validate: Check) => Check): Alter {
  return routing(ids, (route) => {
    const validate = route.operation[part];
    return validate ? { ...route, operation: { ...route.operation, [part]: change(validate) } } : route;
  });
}

const refused =
  (fault: (fields: Fields) => string | undefined) =>
  (validate: Check): Check =>
  (input) => {
    const name = isObject(input) ? fault(input) : undefined;
    const checked = validate(input);
    if (name === undefined || !checked.ok) return checked;
    return { ok: false, issues: [{ path: [name], rule: 'variant', message: `${name} is not taken here.` }] };
  };

/** Calls a handler whose input its own validators have checked. */
type Handle = (call: Call) => Promise<Reply> | Reply;

/** Stands around the handlers of the operations that are named. */
export const handling =
  (ids: readonly string[], wrap: (handle: Handle) => Handle): Alter =>
  (parts) => {
    const wrapped = Object.entries(parts.handlers).map(([id, handler]): [string, Handler] => {
      if (!ids.includes(id)) return [id, handler];
      // The pipeline calls each handler with the input of its own operation.
      return [id, wrap(handler as Handle)];
    });
    return { ...parts, handlers: Object.fromEntries(wrapped) };
  };

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
