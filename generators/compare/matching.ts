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

/** Things that do not stand within others of the same list: what is in an added object is not added once more. */
export function outermost(things: readonly Thing[]): readonly Thing[] {
  const ids = new Set(things.map(({ id }) => id));
  return things.filter(({ id }) => {
    const steps = id.split('.');
    return !steps.some((_, index) => index > 0 && ids.has(steps.slice(0, index).join('.')));
  });
}

/**
 * Matches operations by method and path, whatever their parameters are called, and those that are left by id.
 *
 * One that has another id and another path is known by what it takes and answers, where no other has the same.
 */
export function matchOperations(
  before: readonly ComparedOperation[],
  after: readonly ComparedOperation[],
): Matched<ComparedOperation> {
  const byRoute = match(before, after, ({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`);
  const byId = match(byRoute.removed, byRoute.added, ({ id }) => id);
  const byContent = matchUnique(byId.removed, byId.added, contentOf);
  return { ...byContent, kept: [...byRoute.kept, ...byId.kept, ...byContent.kept] };
}

/** The requests and responses of an operation; `undefined` where it has nothing but a status. */
function contentOf({ method, area, body, query, params, responses, price }: ComparedOperation): string | undefined {
  if (!body && !query && !responses.some(({ schema }) => schema !== undefined)) return undefined;
  return JSON.stringify([method, area, body, query, propertiesOf(params ?? {}).length, responses, price]);
}

/** Matches values by a key that is that of one value only on either side. */
function matchUnique<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (value: T) => string | undefined,
): Matched<T> {
  const key = (value: T) => keyOf(value) ?? '';
  const alone = (values: readonly T[]) => {
    const groups = Map.groupBy(values, key);
    return values.filter((value) => keyOf(value) !== undefined && groups.get(key(value))?.length === 1);
  };
  const { kept } = match(alone(before), alone(after), key);
  const matched = new Set(kept.flat());
  const rest = (values: readonly T[]) => values.filter((value) => !matched.has(value));
  return { kept, added: rest(after), removed: rest(before) };
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
