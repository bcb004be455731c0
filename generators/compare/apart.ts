import { meansSame } from './meaning.ts';
import type { ComparedView, Release } from './side.ts';

/**
 * Two views of a host without the prices, tables and the like that are the same in both.
 *
 * A view has prices, errors and machines of jobs because an operation names them. One that only one of the views has
 * came or went with that name, of which the operation says all there is to say.
 */
export function onlyDiffering(before: ComparedView, after: ComparedView): [ComparedView, ComparedView] {
  const constants = !meansSame(before.service.constants, after.service.constants);
  const prices = inBoth(...named(before.prices, after.prices, () => constants), () => false);
  const machines = inBoth(...named(before.machines, after.machines), ({ of }) => of !== undefined);
  const listed = new Set([before, after].flatMap(({ operations }) => operations.flatMap(({ errors }) => errors)));
  const differing = named(before.errors, after.errors, touchesSchemas(before, after));
  const errors = inBoth(...differing, ({ id }) => !listed.has(id));
  const catalogs = named(before.catalogs, after.catalogs);
  const limits = byId(before.limits, after.limits);
  const scenarios = byId(before.scenarios, after.scenarios);
  const view = (side: 0 | 1, whole: ComparedView): ComparedView => ({
    ...whole,
    prices: prices[side],
    catalogs: catalogs[side],
    machines: machines[side],
    errors: errors[side],
    limits: limits[side],
    scenarios: scenarios[side],
  });
  return [view(0, before), view(1, after)];
}

/** Two releases without the statements that are the same in both. */
export function withoutCommonStatements(before: Release, after: Release): [Release, Release] {
  const rest = (own: Release, other: Release): Release => ({
    ...own,
    statements: new Map([...own.statements].filter(([id, value]) => !meansSame(value, other.statements.get(id)))),
  });
  return [rest(before, after), rest(after, before)];
}

type Named<T> = Readonly<Record<string, T>>;

/** Bodies of errors may refer to schemas, so that equal texts may mean different things. */
function touchesSchemas(before: ComparedView, after: ComparedView): (value: unknown) => boolean {
  if (meansSame(before.schemas, after.schemas)) return () => false;
  return (value) => JSON.stringify(value).includes('"$ref"');
}

function named<T>(
  before: Named<T>,
  after: Named<T>,
  mayDiffer: (value: T) => boolean = () => false,
): [Named<T>, Named<T>] {
  const isCommon = (name: string, value: T): boolean =>
    name in before && name in after && meansSame(before[name], after[name]) && !mayDiffer(value);
  const rest = (values: Named<T>) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isCommon(name, value)));
  return [rest(before), rest(after)];
}

function byId<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): [T[], T[]] {
  const asNamed = (values: readonly T[]) => Object.fromEntries(values.map((value) => [value.id, value]));
  const [one, other] = named(asNamed(before), asNamed(after));
  return [Object.values(one), Object.values(other)];
}

/** The values that both have, and those that only one has and that stand alone. */
function inBoth<T>(before: Named<T>, after: Named<T>, standsAlone: (value: T) => boolean): [Named<T>, Named<T>] {
  const kept = (values: Named<T>, others: Named<T>) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => name in others || standsAlone(value)));
  return [kept(before, after), kept(after, before)];
}
