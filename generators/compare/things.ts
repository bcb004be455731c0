import type { Provenance } from '../model/types.ts';
import type { Scope, Scopes } from './entities.ts';

/** One thing of a release that is compared with its namesake in the other. */
export interface Thing<S extends Scope = Scope> {
  readonly scope: S;
  /** Id within its scope and host; the same on both sides for what is the same thing. */
  readonly id: string;
  readonly value: Scopes[S];
  /** The values that are compared, by name. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** Entry of the specification and path within it. */
  readonly entry: string;
  readonly path: readonly string[];
  readonly from: readonly string[];
  /** Ids of rules that say what it says; found when they are asked for. */
  rules(): readonly string[];
}

/** Defaults of a thing. */
const nowhere = { path: [], rules: () => [], from: [] } as const;

/** A thing whose parts are the keys of its value, except those that are compared as things of their own. */
export function thing<S extends Scope>(
  scope: S,
  id: string,
  value: Scopes[S],
  more: Partial<Thing<S>> & { readonly without?: readonly string[] } = {},
): Thing<S> {
  const { without = [], ...rest } = more;
  const apart = new Set(['id', 'from', 'status', 'statements', ...without]);
  const parts = Object.fromEntries(Object.entries(value).filter(([name]) => !apart.has(name)));
  return { ...nowhere, scope, id, value, parts, entry: `${scope}/${id}`, from: statementsOf(value), ...rest };
}

function statementsOf(value: object): readonly string[] {
  const { from } = value as Partial<Provenance>;
  return Array.isArray(from) ? from : [];
}

/** The parts of an inner object, each under the name of the object and its own: `payment.window`. */
export function prefixed(prefix: string, value: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [`${prefix}.${name}`, inner]));
}
