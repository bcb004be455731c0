/** Ways to break one part of a gateway and leave the others whole. */

import { randomBytes } from 'node:crypto';
import type {
  Call,
  Handler,
  Input,
  Micro,
  OperationDefinition,
  Quote,
  Reply,
  Route,
  Validator,
} from '@tollwright/runtime/operation';
import type { Accounts } from '@tollwright/runtime/payment/accounts';
import type { Payments } from '@tollwright/runtime/payment/payments';
import type { Store } from '@tollwright/runtime/store/store';
import type { Parts } from '#gateway/start.ts';

export type Alter = (parts: Parts) => Parts;

/** A body of a request, of which nothing is known. */
export type Body = Readonly<Record<string, unknown>>;

/** 32 bytes that nobody has used. */
export const freshNonce = (): `0x${string}` => `0x${randomBytes(32).toString('hex')}`;

export function routeOf({ host }: Parts, id: string): Route {
  const route = host.routes.find(({ operation }) => operation.id === id);
  if (!route) throw new Error(`The host does not serve ${id}.`);
  return route;
}

/** Replaces one route. */
export function withRoute(parts: Parts, id: string, change: (route: Route) => Route): Parts {
  const changed = routeOf(parts, id);
  const routes = parts.host.routes.map((route) => (route === changed ? change(route) : route));
  return { ...parts, host: { ...parts.host, routes } };
}

function withPart(
  part: 'body' | 'query',
  id: string,
  change: (validate: Validator<unknown>) => Validator<unknown>,
): Alter {
  return (parts) =>
    withRoute(parts, id, (route) => {
      const validate = route.operation[part];
      if (!validate) throw new Error(`${id} takes no ${part}.`);
      const operation: OperationDefinition = { ...route.operation, [part]: change(validate) };
      return { ...route, operation };
    });
}

/** Replaces the body validator of one operation. */
export const withBody = (id: string, change: (validate: Validator<unknown>) => Validator<unknown>): Alter =>
  withPart('body', id, change);

/** Changes the body of one operation before it is validated. */
export const reading = (id: string, change: (body: Body) => unknown): Alter =>
  withBody(id, (validate) => (input) => validate(isBody(input) ? change(input) : input));

/** Changes the query of one operation before it is validated. */
export const readingQuery = (id: string, change: (query: Body) => unknown): Alter =>
  withPart('query', id, (validate) => (input) => validate(isBody(input) ? change(input) : input));

/** Changes one field of a body where it is there. */
export const readingField = (id: string, name: string, change: (value: unknown) => unknown): Alter =>
  reading(id, (body) => (name in body ? { ...body, [name]: change(body[name]) } : body));

/** Changes the quote of one operation; `input` is what it was computed from. */
export function quoting(id: string, change: (amount: Micro, input: { readonly request: Body }) => Micro): Alter {
  return (parts) =>
    withRoute(parts, id, (route) => {
      const { quote } = route;
      if (!quote) throw new Error(`${id} has no quote.`);
      const changed = (input: Input<never, never, never>): Quote => {
        const told = quote(input);
        return { ...told, details: told.details ?? {}, amount: change(told.amount, input) };
      };
      return { ...route, quote: changed };
    });
}

/** Calls a handler whose input its own validators have checked. */
export type Serve = (call: Call) => Promise<Reply> | Reply;

/** Stands around the handlers of the operations that are named, or of all. */
export function handling(ids: readonly string[] | undefined, wrap: (serve: Serve, parts: Parts) => Serve): Alter {
  return (parts) => {
    const wrapped = Object.entries(parts.handlers).map(([id, handler]): [string, Handler] => {
      if (ids && !ids.includes(id)) return [id, handler];
      // The pipeline calls each handler with the input of its own operation.
      return [id, wrap(handler as Serve, parts)];
    });
    return { ...parts, handlers: Object.fromEntries(wrapped) };
  };
}

/** Changes the bodies that one operation answers with. */
export const answering = (id: string, change: (body: Body, call: Call) => unknown): Alter =>
  handling([id], (serve) => async (call) => {
    const reply = await serve(call);
    return isBody(reply.body) ? { ...reply, body: change(reply.body, call) } : reply;
  });

export function withPayments(change: (payments: Payments, parts: Parts) => Partial<Payments>): Alter {
  return (parts) => {
    const { payments } = parts.services;
    return { ...parts, services: { ...parts.services, payments: { ...payments, ...change(payments, parts) } } };
  };
}

export const withAccounts = (change: (accounts: Accounts, parts: Parts) => Partial<Accounts>): Alter =>
  withPayments(({ accounts }, parts) => ({ accounts: { ...accounts, ...change(accounts, parts) } }));

/** Changes the store that handlers and the control API see; payments keep their own. */
export function withStore(change: (store: Store, parts: Parts) => Partial<Store>): Alter {
  return (parts) => {
    const { store } = parts.services;
    return { ...parts, services: { ...parts.services, store: { ...store, ...change(store, parts) } } };
  };
}

/** True for a JSON object. */
export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
