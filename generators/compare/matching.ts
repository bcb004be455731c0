import { propertiesOf, requiredOf } from '../json-schema/walk.ts';
import type { ComparedOperation } from './side.ts';
import type { Thing } from './things.ts';

/** Things of both sides that are the same thing, and those that only one side has. */
export interface Matched<T> {
  readonly kept: readonly (readonly [before: T, after: T])[];
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/** Matches things by scope and id. */
export function matchThings(before: readonly Thing[], after: readonly Thing[]): Matched<Thing> {
  return match(before, after, ({ scope, id }) => `${scope}/${id}`);
}

/** Matches operations by method and path, whatever their parameters are called, and those that are left by id. */
export function matchOperations(
  before: readonly ComparedOperation[],
  after: readonly ComparedOperation[],
): Matched<ComparedOperation> {
  const byRoute = match(before, after, ({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`);
  const byId = match(byRoute.removed, byRoute.added, ({ id }) => id);
  return { kept: [...byRoute.kept, ...byId.kept], added: byId.added, removed: byId.removed };
}

/** Matches values by a key. */
export function match<T>(before: readonly T[], after: readonly T[], key: (value: T) => string): Matched<T> {
  const known = new Map(after.map((value) => [key(value), value]));
  const kept: [T, T][] = [];
  const removed: T[] = [];
  for (const value of before) {
    const namesake = known.get(key(value));
    if (namesake === undefined) removed.push(value);
    else if (known.delete(key(value))) kept.push([value, namesake]);
  }
  return { kept, added: [...known.values()], removed };
}

/** The newer of two operations with its path parameters under the names of the older one, where only the names differ. */
export function alignParams(before: ComparedOperation, after: ComparedOperation): ComparedOperation {
  const [one, other] = [parametersOf(before), parametersOf(after)];
  if (!after.params || one.length !== other.length || one.join() === other.join()) return after;
  const renamed = new Map(other.map((name, index) => [name, one[index] ?? name]));
  const { params, ...rest } = after;
  const name = (written: string) => renamed.get(written) ?? written;
  const properties = propertiesOf(params).map(([written, schema]) => [name(written), schema] as const);
  return {
    ...rest,
    params: { ...params, required: requiredOf(params).map(name), properties: Object.fromEntries(properties) },
  };
}

function parametersOf({ path }: ComparedOperation): string[] {
  return [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => name);
}
