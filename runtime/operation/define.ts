/** Operations as generated code describes them, and the routes of each host. */

import type { Quote } from '../money/formula.ts';
import { type Check, validator } from '../validation/validator.ts';
import type { Handler } from './handler.ts';
import type { CompiledCondition, Input, Metered, OperationDefinition, Route } from './operation.ts';

/** A rule across fields; its `id` is relative to the operation. It applies on every host where `hosts` is absent. */
export interface Condition<Body = unknown, Query = unknown, Params = unknown> extends Omit<
  CompiledCondition,
  'accepted' | 'fields' | 'holds'
> {
  readonly hosts?: readonly string[];
  readonly accepted?: (input: Input<Body, Query, Params>) => readonly unknown[];
  readonly fields?: (input: Input<Body, Query, Params>) => Readonly<Record<string, unknown>>;
  readonly holds: (input: Input<Body, Query, Params>) => boolean;
}

/** Properties of an operation that a host may override. */
export interface Facts<Body, Query, Params> extends Partial<Pick<Route, 'template' | 'window' | 'limits' | 'errors'>> {
  readonly summary?: string;
  /** Path on the host, with `{prefix}` for the host's own. */
  readonly path?: string;
  readonly body?: Check<Body>;
  readonly query?: Check<Query>;
  readonly params?: Check<Params>;
  readonly headers?: Check;
  /** Content types that a body may have; JSON by default. */
  readonly contentTypes?: readonly string[];
  readonly accepts?: readonly string[];
  /** The content of the extension `bazaar`. */
  readonly discovery?: OperationDefinition['discovery'];
  readonly streams?: (input: Input<Body, Query, Params>) => boolean;
}

/** The route of an operation on some hosts. */
export interface HostRoute<Body = unknown, Query = unknown, Params = unknown>
  extends Facts<Body, Query, Params>, Pick<Route, 'auth'> {
  readonly hosts: readonly string[];
  readonly quote?: (input: Input<Body, Query, Params>) => Quote;
  readonly reserve?: (input: Input<Body, Query, Params>) => Quote;
  readonly meter?: (input: Metered<Body, Query, Params>) => Quote;
}

/** The description of an operation that servers need. */
export interface Description<Id extends string, Body, Query, Params>
  extends
    Facts<Body, Query, Params>,
    Pick<OperationDefinition, 'method' | 'formFields' | 'largestBody' | 'inlineWindow' | 'closed'> {
  readonly id: Id;
  readonly summary: string;
  /** Time of settlement; by default after the upstream has answered. */
  readonly settles?: OperationDefinition['settles'];
  readonly conditions?: readonly Condition<Body, Query, Params>[];
  readonly routes: readonly HostRoute<Body, Query, Params>[];
}

/** An operation from which hosts make routes. */
export interface RouteSource {
  /** The route of the operation on a host, if the host serves it; `named` overrides id and method. */
  readonly routeOn: (host: string, prefix: string, named?: Named) => Route | undefined;
}

type Named = Pick<OperationDefinition, 'id' | 'method'>;

/** An operation that a handler serves. */
export interface Operation<Id extends string, Body = never, Query = never, Params = never> extends RouteSource {
  readonly id: Id;
  /** Always absent: it carries the type of the operation's handler. */
  readonly handler?: Handler<Body, Query, Params>;
}

/** The handlers that serve some operations, by id. Each returns bodies of the type that the client's method resolves to. */
export type HandlersOf<Some, Client> = {
  readonly [Each in Extract<Some[keyof Some], Operation<string>> as Each['id']]: Answering<
    NonNullable<Each['handler']>,
    ResponseBody<AnswerOf<Client, Camel<Each['id']>>>
  >;
};

/** The result of a client's method; its name has an underscore where the language reserves the word. */
type AnswerOf<Client, Name extends string> = Name extends keyof Client
  ? Client[Name] extends (...args: never) => Promise<{ readonly data: infer Data }>
    ? Data
    : unknown
  : `_${Name}` extends keyof Client
    ? AnswerOf<Client, `_${Name}`>
    : unknown;

/** A kebab-case id in camel case, as the client names its methods. */
type Camel<Id extends string> = Id extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Id;

type Answering<Some, Answer> =
  Some extends Handler<infer Body, infer Query, infer Params> ? Handler<Body, Query, Params, Answer> : never;

/** The read-only type of a body that handlers return, from the type that callers receive. */
export type ResponseBody<T> = T extends readonly (infer Item)[]
  ? readonly ResponseBody<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [Name in keyof T]: ResponseBody<T[Name]> }
    : T;

/** Creates an operation from its description. */
export function operation<const Id extends string, Body = never, Query = never, Params = never>(
  description: Description<Id, Body, Query, Params>,
): Operation<Id, Body, Query, Params> {
  return {
    id: description.id,
    routeOn: (host, prefix, named) => routeOn({ ...description, ...named }, host, prefix),
  };
}

/** Creates a copy of an operation with another method. */
export function sentWith<const Id extends string, Body, Query, Params>(
  method: OperationDefinition['method'],
  id: Id,
  other: Operation<string, Body, Query, Params>,
): Operation<Id, Body, Query, Params> {
  return { id, routeOn: (host, prefix) => other.routeOn(host, prefix, { id, method }) };
}

/** Creates an operation without a handler: every call returns the same error. */
export function closedOperation(
  description: Description<string, unknown, unknown, unknown> & { readonly closed: string },
): RouteSource {
  return { routeOn: (host, prefix, named) => routeOn({ ...description, ...named }, host, prefix) };
}

/** The routes of the operations that a host serves. */
export function routesOn(host: string, prefix: string, operations: Readonly<Record<string, RouteSource>>): Route[] {
  return Object.values(operations).flatMap((each) => each.routeOn(host, prefix) ?? []);
}

function routeOn<Body, Query, Params>(
  { id, conditions = [], routes, ...common }: Description<string, Body, Query, Params>,
  host: string,
  prefix: string,
): Route | undefined {
  const served = routes.find(({ hosts }) => hosts.includes(host));
  if (!served) return undefined;
  const { hosts: _, auth, quote, reserve, meter, ...own } = served;
  const said = { ...common, ...own };
  const { path = '', template, window, limits = [], errors = {}, body, query, params, headers, ...definition } = said;
  const on = (text: string) => text.replace('{prefix}', prefix);
  return {
    operation: {
      id,
      contentTypes: body ? ['application/json'] : [],
      settles: 'after-upstream',
      ...definition,
      ...(body && { body: validator(body, id) }),
      ...(query && { query: validator(query, id) }),
      ...(params && { params: validator(params, id) }),
      ...(headers && { headers: validator(headers, id) }),
    },
    path: on(path),
    ...(template !== undefined && { template: on(template) }),
    auth,
    conditions: conditions
      .filter(({ hosts }) => hosts?.includes(host) ?? true)
      .map((condition) => ({ ...condition, id: `${id}.${condition.id}` })),
    ...(quote && { quote }),
    ...(reserve && { reserve }),
    ...(meter && { meter }),
    ...(window !== undefined && { window }),
    limits,
    errors,
  };
}
