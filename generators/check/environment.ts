import { type Environment, exact, lift, type Value, type ValueMap } from '../cel/values.ts';
import { once } from '../common/once.ts';
import type { CatalogSource } from '../language/catalog.ts';
import type { ServiceSource } from '../language/service.ts';
import type { Selectable } from '../model/hosts.ts';
import type { CheckContext } from './context.ts';

/** The environment of expressions: constants, the host, the given values, and the catalogs. */
export function environmentOf(
  context: CheckContext,
  host: Selectable,
  values: Readonly<Record<string, unknown>>,
): Environment {
  const { spec } = context;
  const { constants } = spec.service?.value ?? {};
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, lift(value)]]));
  const variables: ValueMap = { ...(constants && exactly(constants)), ...Object.fromEntries(given), host: host.id };
  return {
    variables,
    entry: (catalog, key) => context.catalogs(catalog).get(key),
    keys: (catalog) => [...context.catalogs(catalog).keys()],
  };
}

const exactly = once((constants: NonNullable<ServiceSource['constants']>): ValueMap =>
  Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, exact(typeof value === 'string' ? value : value.value)]),
  ),
);

/** The entries of a catalog by key, with decimal strings as exact numbers. */
export const catalogOf = once(({ key: keyColumn, entries }: CatalogSource): ReadonlyMap<string, Value> => {
  const lifted = entries.map(({ label, from: _from, status: _status, hosts: _hosts, ...columns }): [string, Value] => {
    const key = String(columns[keyColumn] ?? label);
    return [
      key,
      {
        ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, lift(value, true)])),
        [keyColumn]: key,
      },
    ];
  });
  return new Map(lifted);
});
