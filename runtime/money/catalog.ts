/** Catalogs as formulas read them, and today's rates in place of the generated ones. */

import { isObject } from '../values/json.ts';

/** Decimal places of the numbers inside a value: one for itself, or one for each key, `*` for those without their own. */
export type Places = number | { readonly [key: string]: Places };

/** An entry as a specification has it: amounts are decimal texts. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * Makes a map of catalog entries by their key, with decimal texts turned into whole numbers of the given places.
 *
 * `live` is the id of the operation that lists the entries of today.
 */
export function scaledBy<T>(
  entries: readonly Entry[],
  key: string,
  places: Places,
  live?: string,
): ReadonlyMap<string, T> {
  return new Catalog<T>(entries, key, places, live);
}

let noted = new Set<Catalog<unknown>>();

/** Calls a function and returns its value with the catalogs that it read, on which the value depends. */
export function catalogsRead<T>(make: () => T): { readonly value: T; readonly read: readonly Catalog<unknown>[] } {
  const before = noted;
  noted = new Set();
  try {
    const value = make();
    return { value, read: [...noted] };
  } finally {
    for (const catalog of noted) before.add(catalog);
    noted = before;
  }
}

/** Today's entries, which replace the generated ones while an estimate is computed. */
let today: ReadonlyMap<unknown, ReadonlyMap<string, Entry>> = new Map();

/** A map that notes each read, and that prefers today's entries during an estimate. */
export class Catalog<T> extends Map<string, T> {
  readonly key: string;
  readonly places: Places;
  readonly columns: ReadonlySet<string>;
  /** Id of the operation that lists today's entries. */
  readonly live: string | undefined;

  constructor(entries: readonly Entry[], key: string, places: Places, live: string | undefined) {
    // The emitter derives `T` from the very entries that it writes beside this call.
    super(entries.map((entry) => [String(entry[key]), scaled(entry, places) as T]));
    this.key = key;
    this.places = places;
    this.live = live;
    this.columns = new Set(entries.flatMap(Object.keys));
  }

  override get(key: string): T | undefined {
    noted.add(this);
    const own = super.get(key);
    const live = own === undefined ? undefined : today.get(this)?.get(key);
    // Columns of the entry, checked when they were taken.
    return live ? (joined(own, live) as T) : own;
  }

  override has(key: string): boolean {
    noted.add(this);
    return super.has(key);
  }
}

/** Today's rates, from which one client computes its estimates. */
export class Rates {
  readonly #entries = new Map<unknown, Map<string, Entry>>();

  /**
   * Replaces columns of a generated catalog with those of other entries.
   *
   * Entries without a generated one are left to the quotes of the gateway. Throws `TypeError` for a map that is not a
   * generated catalog, for an unknown column, and for an amount with more decimal places than the formulas compute with.
   */
  follow(catalog: ReadonlyMap<string, unknown>, entries: readonly Entry[]): void {
    if (!(catalog instanceof Catalog)) throw new TypeError('Expected a generated catalog, such as textModels.');
    const { key, places, columns } = catalog;
    const taken = new Map(this.#entries.get(catalog));
    for (const entry of entries) {
      const id = entry[key];
      if (typeof id !== 'string') throw new TypeError(`An entry has no "${key}", by which the catalog knows it.`);
      const other = Object.keys(entry).find((column) => !columns.has(column));
      if (other !== undefined)
        throw new TypeError(`The catalog has no column "${other}". Its columns: ${[...columns].join(', ')}.`);
      taken.set(id, joined(taken.get(id), Object(scaled(entry, places, true))));
    }
    this.#entries.set(catalog, taken);
  }

  /** Calls a function that reads catalogs, with these rates in place. */
  apply<T>(read: () => T): T {
    const before = today;
    today = this.#entries;
    try {
      return read();
    } finally {
      today = before;
    }
  }
}

/** The columns of both; those of the second replace the first's, by key where they are maps. */
function joined(own: unknown, live: Entry): Entry {
  const entry = isObject(own) ? own : {};
  const columns = Object.entries(live).map(([name, value]) => {
    const generated = entry[name];
    return [name, isObject(generated) && isObject(value) ? { ...generated, ...value } : value];
  });
  return { ...entry, ...Object.fromEntries(columns) };
}

function scaled(value: unknown, places: Places | undefined, checks = false): unknown {
  if (places === undefined) return value;
  if (typeof places === 'number') return scale(value, places, checks);
  if (Array.isArray(value)) return value.map((item) => scaled(item, places['*'], checks));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, scaled(inner, places[key] ?? places['*'], checks)]),
  );
}

function scale(value: unknown, places: number, checks: boolean): number {
  const [whole = '', rest = ''] = String(value).split('.');
  const isExact = /^\d+$/.test(whole) && /^\d*$/.test(rest) && rest.length <= places;
  if (checks && !isExact) throw new TypeError(`Expected a decimal with at most ${places} places, found ${value}.`);
  return Number(`${whole}${rest.padEnd(places, '0')}`);
}
