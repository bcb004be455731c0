import { isObject } from '@tollwright/runtime/values/json';
import type { CatalogEntry, Contract, Json } from '../contract/contract.ts';
import type { CatalogChange } from './catalogs.ts';

/** A contract with the figures of its catalogs as the live host has them. */
export function withLiveFigures(contract: Contract, changes: readonly CatalogChange[]): Contract {
  const changed = changes.filter(({ what }) => what === 'changed');
  if (changed.length === 0) return contract;
  const catalogs = Object.fromEntries(
    Object.entries(contract.catalogs).map(([id, catalog]) => {
      const own = Map.groupBy(
        changed.filter((change) => change.catalog === id),
        ({ key }) => key,
      );
      const entries = catalog.entries.map((entry) => withFigures(entry, own.get(keyOf(entry, catalog.key)) ?? []));
      return [id, { ...catalog, entries }];
    }),
  );
  return { ...contract, catalogs };
}

function keyOf({ values, label }: CatalogEntry, key: string): string {
  return String(values[key] ?? label);
}

function withFigures(entry: CatalogEntry, changes: readonly CatalogChange[]): CatalogEntry {
  const values = changes.reduce(
    (all, { column = '', value = '' }) => withFigure(all, column.split('/'), value),
    entry.values,
  );
  return { ...entry, values };
}

function withFigure(
  values: Readonly<Record<string, Json>>,
  [name = '', ...rest]: readonly string[],
  figure: string,
): Readonly<Record<string, Json>> {
  const value = values[name];
  if (rest.length === 0) return { ...values, [name]: figure };
  return isObject(value) ? { ...values, [name]: withFigure(value, rest, figure) } : values;
}
