/** The catalogs of a contract by key. */

import { oncePer } from '../common/once-per.ts';
import type { Contract, Status } from '../contract/contract.ts';
import { fromText, isDecimalText } from './exact.ts';
import { unknownValue } from './value.ts';

/** One line of a catalog. */
export interface Line {
  /** The id that requests use. */
  readonly key: string;
  readonly status: Status;
  /** Columns; decimal text is an exact fraction, except in the key. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Catalogs by id. */
export interface Catalogs {
  lines(catalog: string): readonly Line[];
  line(catalog: string, key: string): Line | undefined;
  /** The key for a text: the text itself, or the first key that ends with it after a slash. */
  wholeKey(catalog: string, text: string): string | undefined;
}

function exactly(value: unknown): unknown {
  if (typeof value === 'string') return isDecimalText(value) ? fromText(value) : value;
  if (Array.isArray(value)) return value.map(exactly);
  return typeof value === 'object' && value !== null ? exactlyAll(value) : value;
}

function exactlyAll(columns: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([key, item]) => [key, exactly(item)]));
}

/** The catalogs of a contract; each is read on first use. */
export function catalogsOf({ catalogs }: Pick<Contract, 'catalogs'>): Catalogs {
  return read(catalogs);
}

const read = oncePer((catalogs: Contract['catalogs']): Catalogs => {
  const linesOf = (id: string): ReadonlyMap<string, Line> | undefined => {
    const catalog = Object.hasOwn(catalogs, id) ? catalogs[id] : undefined;
    return catalog && readLines(catalog);
  };
  return {
    lines: (catalog) => [...(linesOf(catalog)?.values() ?? [])],
    line: (catalog, key) => linesOf(catalog)?.get(key),
    wholeKey(catalog, text) {
      const keys = [...(linesOf(catalog)?.keys() ?? [])];
      return keys.includes(text) ? text : keys.find((key) => key.endsWith(`/${text}`));
    },
  };
});

const readLines = oncePer((catalog: Contract['catalogs'][string]): ReadonlyMap<string, Line> => {
  const lines = new Map<string, Line>();
  for (const { label, status, values, open = [] } of catalog.entries) {
    const { [catalog.key]: named, ...columns } = values;
    const key = String(named ?? label);
    const unknown = Object.fromEntries(open.map((column) => [column, unknownValue]));
    const line = { key, status, values: { ...exactlyAll(columns), ...unknown, [catalog.key]: key } };
    const other = lines.get(key);
    lines.set(key, other ? merged(other, line) : line);
  }
  return lines;
});

/** Merges the entries of an id that a deployment uses for two labels: one may state values that the other leaves open. */
function merged(one: Line, other: Line): Line {
  const [first, second] = isStated(one) && !isStated(other) ? [one, other] : [other, one];
  const values = Object.entries(first.values).map(([column, value]) => [
    column,
    value === unknownValue ? second.values[column] : value,
  ]);
  return { ...first, values: Object.fromEntries(values) };
}

function isStated({ status }: Line): boolean {
  return status === 'stated' || status === 'derived';
}
