/** Operations and the routes by which hosts serve them, as the generated code states them. */

import type { Quote } from '../money/formula.ts';
import type { Validator } from '../validation/issue.ts';

/** The parts of a request that formulas, conditions and handlers read. Defaults are filled in. */
export interface Input<Body = unknown, Query = unknown, Params = unknown> {
  readonly request: Body;
  readonly query: Query;
  readonly params: Params;
}

/** The values that a metered price reads: the request and its response. */
export interface Metered<Body = unknown, Query = unknown, Params = unknown> extends Input<Body, Query, Params> {
  readonly response: unknown;
}

/** A compiled rule across fields. */
export interface CompiledCondition {
  /** Rule id. */
  readonly id: string;
  readonly message: string;
  /** Error id to answer with. */
  readonly error: string;
  /** Field to name in the answer. */
  readonly names?: string;
  /** The values that the rule accepts of this request, which the message lists. */
  readonly accepted?: (input: Input<never, never, never>) => readonly unknown[];
  /** Fields of the answer to a request that breaks the rule; reads the validated input. */
  readonly fields?: (input: Input<never, never, never>) => Readonly<Record<string, unknown>>;
  /** True when the request keeps the rule; reads the validated input. */
  readonly holds: (input: Input<never, never, never>) => boolean;
}

/** The part of an operation that is the same on every host. */
export interface OperationDefinition<Body = unknown, Query = unknown, Params = unknown> {
  readonly id: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: Validator<Body>;
  readonly query?: Validator<Query>;
  readonly params?: Validator<Params>;
  /** Checks the headers of a request, which handlers read as they were sent. */
  readonly headers?: Validator<unknown>;
  /** Content types that a body may have, the default first. */
  readonly contentTypes: readonly string[];
  /** Types of form fields that are not text, by name; present where the body may be sent as a form. */
  readonly formFields?: Readonly<Record<string, 'integer' | 'number' | 'boolean'>>;
  /** Content types of the answer, the usual one first; present where `Accept` chooses one. */
  readonly accepts?: readonly string[];
  /** Bytes above which a body is refused; one mebibyte where absent. */
  readonly largestBody?: number;
  readonly settles: 'after-upstream' | 'after-upstream-or-on-poll' | 'on-poll' | 'on-accept' | 'never';
  /** Seconds within which an answer is returned inline. */
  readonly inlineWindow?: number;
  /** Error id that every call gets: the operation is retired or withdrawn. */
  readonly closed?: string;
  /** The content of the extension `bazaar`: what the operation takes and returns, for those who look for one. */
  readonly discovery?: unknown;
  readonly streams?: (input: Input<never, never, never>) => boolean;
}

/** One operation as one host serves it. */
export interface Route<Operation extends OperationDefinition = OperationDefinition> {
  readonly operation: Operation;
  /** Full path with `{parameters}`; a parameter written `{name+}` may contain slashes. */
  readonly path: string;
  /** The path with segments in braces whose names a deployment may choose; absent where there are none. */
  readonly template?: string;
  readonly auth: 'none' | 'payment' | 'wallet' | 'key';
  readonly conditions: readonly CompiledCondition[];
  /** Price before the call; absent when the call is free or metered. */
  readonly quote?: (input: Input<never, never, never>) => Quote;
  /** Upper bound of the price of a metered call; that much of the balance is set aside for it. */
  readonly reserve?: (input: Input<never, never, never>) => Quote;
  /** Price charged after the call from what it used (account host). */
  readonly meter?: (input: Metered<never, never, never>) => Quote;
  /** Seconds a challenge may be signed for. */
  readonly window?: number;
  /** Ids of the limits that count calls of this route. */
  readonly limits: readonly string[];
  /** Error ids by role where the operation answers with one of its own: `{ 'invalid-body': 'invalid-image-body' }`. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Method and path template of a route as documents write it: `GET /jobs/{id}`. */
export function routeName({ operation, path }: Route): string {
  return `${operation.method} ${path.replaceAll('+}', '}')}`;
}
