/** The entries of catalogs whose envelopes and field names the documents do not give. */

import { isObject } from '@tollwright/runtime/values/json';
import type Fraction from 'fraction.js';
import { fieldsOf } from '../common/json.ts';
import { oncePer } from '../common/once-per.ts';
import { fromNumber, fromText } from '../oracle/exact.ts';

/** The figures of one entry by their paths within it. */
export type Columns = ReadonlyMap<string, Fraction>;

/**
 * The part of a catalog's response that is about one id.
 *
 * It is the outermost list item, or value under the id as its key, that contains this id and none of the others.
 */
export function entryOf(body: unknown, id: string, ids: ReadonlySet<string>): unknown {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const parts = Object.entries(body).map(([key, value]) => ({ named: !Array.isArray(body) && key === id, value }));
  for (const { named, value } of parts) {
    if (!named && !idsWithin(value, ids).has(id)) continue;
    const isEntry = named || (Array.isArray(body) && idsWithin(value, ids).size === 1);
    if (isEntry && (isObject(value) || Array.isArray(value))) return value;
    const inner = entryOf(value, id, ids);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** An item of a list, with its JSON pointer. */
export interface Item {
  readonly value: unknown;
  readonly at: string;
}

/** The items of every list, or map by id, in which one of some ids has an entry: those of other ids as well. */
export function listOf(body: unknown, ids: ReadonlySet<string>, at = ''): readonly Item[] {
  if (!isObject(body) && !Array.isArray(body)) return [];
  const items = Object.entries(body).map(([key, value]) => ({ key, value, at: `${at}/${pointerPart(key)}` }));
  const isList = Array.isArray(body)
    ? items.some(({ value }) => isObject(value) && idsWithin(value, ids).size === 1)
    : items.some(({ key, value }) => ids.has(key) && isObject(value));
  return isList ? items : items.flatMap((item) => listOf(item.value, ids, item.at));
}

/** The ids of all entries in the lists that have one of some ids. */
export function idsListed(body: unknown, ids: ReadonlySet<string>): readonly string[] {
  const items = listOf(body, ids).map(({ value, at }) => ({ entry: fieldsOf(value), key: at.replace(/^.*\//, '') }));
  const names = items.flatMap(({ entry }) => Object.keys(entry).filter((name) => ids.has(String(entry[name]))));
  const [name] = names;
  const named = items.flatMap(({ entry }) =>
    name !== undefined && typeof entry[name] === 'string' ? [entry[name]] : [],
  );
  return name === undefined ? items.map(({ key }) => key.replaceAll('~1', '/').replaceAll('~0', '~')) : named;
}

const pointerPart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function idsWithin(value: unknown, ids: ReadonlySet<string>): ReadonlySet<string> {
  if (typeof value === 'string') return new Set(ids.has(value) ? [value] : []);
  return isObject(value) || Array.isArray(value) ? within(ids)(value) : new Set();
}

/** The ids in each part of a response, which is looked through once for all of its entries. */
const within = oncePer((ids: ReadonlySet<string>) =>
  oncePer((value: object): ReadonlySet<string> => {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => ids.has(key));
    return new Set([...keys, ...Object.values(value).flatMap((part) => [...idsWithin(part, ids)])]);
  }),
);

/** The figures of an entry: its numbers, and the first number of each text, such as `$2.50 / 1M tokens`. */
export function columnsOf(entry: unknown): Columns {
  return new Map(figuresWithin(entry, ''));
}

function* figuresWithin(value: unknown, path: string): Generator<[string, Fraction]> {
  if (isObject(value) || Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) yield* figuresWithin(part, `${path}/${name}`);
  } else {
    const figure = figureIn(value);
    if (figure?.gt(0)) yield [path, figure];
  }
}

/** The number of a value, or the first one of a text, such as `$2.50 / 1M tokens`. */
export function figureIn(value: unknown): Fraction | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  return fromText(value) ?? fromText(/^[^\w.]*(\d+(?:\.\d+)?)(?!\w*[-/]\w)/.exec(value)?.[1] ?? '');
}

/** The value of a field of an entry, or of an object within it. */
export function fieldIn(entry: unknown, name: string): unknown {
  if (!isObject(entry)) return undefined;
  if (entry[name] !== undefined && entry[name] !== null) return entry[name];
  return Object.values(entry)
    .map((part) => fieldIn(part, name))
    .find((value) => value !== undefined);
}
