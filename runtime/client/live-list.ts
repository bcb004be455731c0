import type { Catalog, Entry } from '../money/catalog.ts';
import { isObject } from '../values/json.ts';

/** An amount of an entry, with its column and its key within the column. */
interface Amount {
  readonly column: string;
  readonly key?: string;
  readonly places: number;
  /** The amount as a whole number, without its decimal point. */
  readonly value: number;
}

/**
 * The rates of a live list in the units of a generated catalog. The documents do not state the form of the list.
 *
 * A figure is recognized by its name (`input` in `input_per_token`). Its unit is the power of a thousand that brings most
 * entries of a column nearest to the generated ones. Ambiguous figures are left out.
 */
export function ratesIn(catalog: Catalog<unknown>, body: unknown): Entry[] {
  const found = [...catalog].flatMap(([id, own]) => {
    const entry = entryOf(body, id);
    const figures = entry ? figuresOf(entry) : [];
    return amountsOf(catalog, own).flatMap((amount) => {
      const live = figureOf(figures, amount);
      return live === undefined ? [] : [{ id, amount, live, power: powerOf(amount, live) }];
    });
  });
  const powersOf = (column: string) => found.filter(({ amount }) => amount.column === column).map(({ power }) => power);
  const entries = new Map<string, Entry>();
  for (const { id, amount, live } of found) {
    const { column, key, places } = amount;
    const power = mostCommon(powersOf(column));
    // A rate with more decimals than the formulas have is rounded up, since estimates are upper bounds.
    const rate = (Math.ceil(Number((live * 10 ** (power + places)).toPrecision(12))) / 10 ** places).toFixed(places);
    const entry = entries.get(id) ?? { [catalog.key]: id };
    const before = entry[column];
    entries.set(id, { ...entry, [column]: key === undefined ? rate : { ...Object(before), [key]: rate } });
  }
  return [...entries.values()];
}

/** The amounts of a generated entry: figures with decimal places, and figures in maps whose name contains rate or price. */
function amountsOf({ places: all }: Catalog<unknown>, own: unknown): Amount[] {
  if (!isObject(own) || typeof all === 'number') return [];
  return Object.entries(all).flatMap(([column, places]): Amount[] => {
    const value = own[column];
    if (typeof places === 'number') return typeof value === 'number' && value > 0 ? [{ column, places, value }] : [];
    if (!isObject(value) || !/rate|price/.test(column)) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      const digits = places[key] ?? places['*'];
      return typeof inner === 'number' && inner > 0 && typeof digits === 'number'
        ? [{ column, key, places: digits, value: inner }]
        : [];
    });
  });
}

/** The object of a list that has an id as a value or as its key. */
function entryOf(body: unknown, id: string): object | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (value === id && isObject(body)) return body;
    if (name === id && isObject(value)) return value;
    const inner = entryOf(value, id);
    if (inner) return inner;
  }
  return undefined;
}

/** The positive numbers within an entry, with their names. */
function figuresOf(entry: object): { readonly name: string; readonly value: number }[] {
  return Object.entries(entry).flatMap(([name, part]) => {
    if (typeof part === 'object' && part !== null) return figuresOf(part);
    const isFigure = typeof part === 'number' || (typeof part === 'string' && /^\$?\d+(\.\d+)?$/.test(part));
    const value = isFigure ? Number(String(part).replace('$', '')) : 0;
    return value > 0 && Number.isFinite(value) ? [{ name, value }] : [];
  });
}

/** Words that a name may have after that of a column. */
const units = new Set('per token tokens 1k 1m k m thousand million second usd price rate cost'.split(' '));

function figureOf(figures: ReturnType<typeof figuresOf>, { column, key }: Amount): number | undefined {
  const words = wordsOf(column);
  const isNamed = (name: string) => {
    if (key !== undefined) return name === key;
    const own = wordsOf(name);
    return (
      words.every((word, index) => own[index] === word) && own.slice(words.length).every((word) => units.has(word))
    );
  };
  const values = new Set(figures.filter(({ name }) => isNamed(name)).map(({ value }) => value));
  return values.size === 1 ? [...values][0] : undefined;
}

const wordsOf = (name: string) =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[_\-. ]+/);

/** The power of ten, a multiple of three, by which a live figure comes nearest to a generated one. */
function powerOf({ value, places }: Amount, live: number): number {
  return Math.round(Math.log10(value / 10 ** places / live) / 3) * 3;
}

function mostCommon(powers: readonly number[]): number {
  const countOf = (power: number) => powers.filter((each) => each === power).length;
  return powers.reduce((best, power) => (countOf(power) > countOf(best) ? power : best), powers[0] ?? 0);
}
