import { isObject } from '@tollwright/runtime/values/json';
import Fraction from 'fraction.js';
import type { Run } from '../check/run.ts';
import type { Catalog, CatalogEntry, Contract } from '../contract/contract.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { decimalText } from '../oracle/exact.ts';
import { publishedLists } from '../rates/catalog-bodies.ts';
import { type Columns, columnsOf } from '../rates/entries.ts';
import { textsWithin } from '../run/localize.ts';
import { differences, matchColumns, type Table } from './columns.ts';
import type { Difference, Part } from './moved.ts';

/** A figure of a catalog entry that differs on the live host. */
export interface CatalogChange {
  readonly catalog: string;
  /** Key of the entry. */
  readonly key: string;
  /** Path of the column; absent for a whole entry. */
  readonly column?: string;
  /** Decimal text in the unit of the release; absent for an entry that is gone or new. */
  readonly value?: string;
  readonly what: 'changed' | 'removed' | 'added';
}

/** Differences in the catalogs, and the changes that bring the specification up to date. */
export interface CatalogPart extends Part {
  readonly changes: readonly CatalogChange[];
}

/**
 * Compares the catalogs of a release with every free list of the live host that has their ids.
 *
 * `release` is the contract before it took over the ids of the deployment: what it has besides those of the run is gone.
 */
export async function driftOfCatalogs(run: Run, release: Contract): Promise<CatalogPart> {
  // A live list may also have models that fields of requests name and no catalog does.
  const { catalogs, schemas, operations } = release;
  const known = new Set(textsWithin([catalogs, schemas, operations]));
  const parts = await Promise.all(
    Object.values(release.catalogs).map((catalog) => driftOfCatalog(run, catalog, known)),
  );
  // Catalogs that are served by one list have the same new entries.
  const added = new Map(parts.flatMap(({ added }) => added).map((each) => [each.key, each]));
  const changes = [...parts.flatMap((part) => part.changes), ...added.values()];
  return {
    moved: [...parts.flatMap(({ moved }) => moved), ...[...added.values()].map(movedEntry)],
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
    unseen: parts.flatMap(({ unseen }) => unseen),
    changes,
  };
}

type AddedEntry = CatalogChange & { readonly request: string };

async function driftOfCatalog(
  run: Run,
  catalog: Catalog,
  known: ReadonlySet<string>,
): Promise<CatalogPart & { readonly added: readonly AddedEntry[] }> {
  const { id, key, entries } = catalog;
  const keyOf = ({ values, label }: CatalogEntry) => String(values[key] ?? label);
  const nothing = { moved: [], compared: 0, changes: [], added: [] };
  if (entries.length > 0 && run.contract.catalogs[id]?.entries.length === 0) {
    return { ...nothing, unseen: [`${id}: the live host lists none of its ids; name its own in a target file.`] };
  }

  const lists = await publishedLists(run, id);
  const table = tableOf(run, id);
  const live = lists.find(({ operation }) => operation.id === catalog.live);
  const gone = live ? entries.filter((entry) => !live.entries.has(keyOf(entry))) : [];
  const found = lists.flatMap(({ operation, exchange, columns }) => {
    const request = `${operation.method} ${exchange.sent.path}`;
    const matches = matchColumns(table, columns);
    const added = operation.id === catalog.live ? newIds(exchange.received.json, new Set(columns.keys()), known) : [];
    return {
      compared: matches.length * columns.size + columns.size,
      differing: differences(table, columns, matches).map((each) => ({ ...each, request })),
      added: added.map((entry): AddedEntry => ({ catalog: id, key: entry, what: 'added', request })),
    };
  });
  const differing = distinct(found.flatMap((each) => each.differing));
  const fromOf = (of: string) => entries.find((entry) => keyOf(entry) === of)?.from ?? [];
  const moved: Difference[] = [
    ...gone.map((entry) => ({
      kind: 'catalog' as const,
      id: `catalog.${id}.${keyOf(entry)}`,
      text: `${keyOf(entry)} (${entry.label}) is no longer listed.`,
      statements: entry.from,
    })),
    ...differing.map(({ key: of, column, before, after, request }) => ({
      kind: 'catalog' as const,
      id: `catalog.${id}.${of}.${column}`,
      text: `${column} of ${of} is ${decimalText(after)}, not ${decimalText(before)}${changeText(before, after)}.`,
      before: decimalText(before),
      after: decimalText(after),
      request,
      statements: fromOf(of),
    })),
  ];
  const changes: CatalogChange[] = [
    ...gone.map((entry) => ({ catalog: id, key: keyOf(entry), what: 'removed' as const })),
    ...differing.map(({ key: of, column, after }) => ({
      catalog: id,
      key: of,
      column,
      value: decimalText(after),
      what: 'changed' as const,
    })),
  ];
  const unseen = lists.length > 0 ? [] : [`${id}: no free list of the live host shows it.`];
  const compared = found.reduce((sum, each) => sum + each.compared, 0);
  return { moved, compared, unseen, changes, added: found.flatMap((each) => each.added) };
}

function movedEntry({ catalog, key, request }: AddedEntry): Difference {
  return {
    kind: 'catalog',
    id: `catalog.${catalog}.${key}`,
    text: `${key} is new in the list of ${catalog}.`,
    after: key,
    request,
  };
}

/** The figures of a release's catalog. */
function tableOf(run: Run, catalog: string): Table {
  return new Map(
    catalogsOf(run.contract)
      .lines(catalog)
      .map(({ key, values }) => [key, figuresOf(values)]),
  );
}

/** Every positive figure within the columns of an entry; fractions stand for decimal text. */
function figuresOf(value: unknown, path = ''): Columns {
  if (value instanceof Fraction) return value.gt(0) ? new Map([[path, value]]) : new Map();
  if (Array.isArray(value)) return new Map();
  if (!isObject(value)) return new Map([...columnsOf([value]).values()].map((figure) => [path, figure]));
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [...figuresOf(part, path === '' ? name : `${path}/${name}`)]),
  );
}

/** Ids that stand where known ones do: under the same field of the same list, or as keys of the same object. */
function newIds(body: unknown, listed: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(body)) {
    const items = body.filter(isObject);
    const field = Object.keys(items[0] ?? {}).find((name) => items.some((item) => listed.has(String(item[name]))));
    const ids = items.flatMap((item) => (field !== undefined && typeof item[field] === 'string' ? [item[field]] : []));
    return [...ids.filter((id) => !known.has(id)), ...body.flatMap((item) => newIds(item, listed, known))];
  }
  if (!isObject(body)) return [];
  const names = Object.keys(body);
  const keyed = names.some((name) => listed.has(name)) ? names.filter((name) => !known.has(name)) : [];
  return [...keyed, ...Object.values(body).flatMap((part) => newIds(part, listed, known))];
}

function distinct<Item extends { readonly key: string; readonly column: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [`${item.key} ${item.column}`, item])).values()];
}

/** The change in percent, as ` (+5 %)`. */
function changeText(before: Fraction, after: Fraction): string {
  const percent = after.div(before).sub(1).mul(100);
  return ` (${percent.gt(0) ? '+' : '-'}${percent.abs().round(1).toString()} %)`;
}
