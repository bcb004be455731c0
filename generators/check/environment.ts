import { type Environment, exact, lift, type Value, type ValueMap } from '../cel/values.ts';
import type { Selectable } from '../model/hosts.ts';
import type { CheckContext } from './context.ts';

/** The environment of expressions: constants, the host, the given values, and the catalogs. */
export function environmentOf(
  context: CheckContext,
  host: Selectable,
  values: Readonly<Record<string, unknown>>,
): Environment {
  const { spec } = context;
  const constants = Object.entries(spec.service?.value.constants ?? {}).map(([name, value]) => [
    name,
    exact(typeof value === 'string' ? value : value.value),
  ]);
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, lift(value)]]));
  const variables: ValueMap = { ...Object.fromEntries(constants), ...Object.fromEntries(given), host: host.id };
  return {
    variables,
    entry: (catalog, key) => context.catalogs(catalog).get(key),
    keys: (catalog) => [...context.catalogs(catalog).keys()],
  };
}

/** The entries of a catalog by key, with decimal strings as exact numbers. */
export function catalogOf(spec: CheckContext['spec'], id: string): ReadonlyMap<string, Value> {
  const catalog = spec.get('catalog', id)?.value;
  const entries = (catalog?.entries ?? []).map(
    ({ label, from: _from, status: _status, hosts: _hosts, ...columns }): [string, Value] => {
      const key = String(columns[catalog?.key ?? ''] ?? label);
      return [
        key,
        {
          ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, lift(value, true)])),
          [catalog?.key ?? 'label']: key,
        },
      ];
    },
  );
  return new Map(entries);
}
