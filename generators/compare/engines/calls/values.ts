import { isObject } from '../../../json-schema/walk.ts';
import type { Json } from '../../../model/types.ts';
import { cellsOf } from '../schema/alternatives.ts';
import { Candidates } from '../schema/candidates.ts';
import type { ArrayCell, Cell, NumberCell, StringCell } from '../schema/cells.ts';
import type { Schema } from '../schema/dialect.ts';
import type { Universe } from '../schema/universe.ts';

/** The values that formulas compare with or branch on. */
export interface Hints {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** Values of one input; `complete` where there are no others. */
export interface Choice {
  readonly values: readonly (Json | undefined)[];
  readonly complete: boolean;
}

/** Whole numbers of a range this long are all tried. */
const all = 1000;

/** Texts and lists longer than this are not made. */
const longest = 20_000;

/** Round numbers and others: rounding shows only on the latter. */
const grid = [
  ...[0, 1, 2, 3, 5, 10, 20, 50, 100, 500, 1000, 5000, 10_000, 100_000, 1_000_000],
  ...[7, 33, 77, 333, 1999, 7777, 123_457],
];

/** The values of an input that can matter to formulas, as many as can be tried. */
export function choicesOf(schema: Schema, hints: Hints, universe: Universe): Choice {
  const found = cellsOf(schema, universe).map((cell) => choicesIn(cell, hints, universe));
  return {
    values: [undefined, ...new Set(found.flatMap(({ values }) => values))],
    complete: found.every(({ complete }) => complete),
  };
}

function choicesIn(cell: Cell, hints: Hints, universe: Universe): Choice {
  switch (cell.type) {
    case 'values':
      return { values: cell.values, complete: true };
    case 'number':
      return numbersIn(cell, hints);
    case 'string':
      return { values: textsIn(cell, hints), complete: false };
    case 'array':
      return { values: listsIn(cell, hints, universe), complete: false };
    case 'object': {
      const typical = new Candidates(universe).typical({
        type: 'object',
        required: [...cell.required],
        properties: cell.properties,
      });
      return { values: typical === undefined ? [] : [typical], complete: false };
    }
  }
}

function numbersIn(cell: NumberCell, { numbers }: Hints): Choice {
  if (cell.whole && cell.max - cell.min <= all) {
    return { values: Array.from({ length: cell.max - cell.min + 1 }, (_, index) => cell.min + index), complete: true };
  }
  const near = [...numbers, cell.min, cell.max].flatMap((value) => [value - 1, value, value + 1]);
  const within = [...grid, ...near].filter(
    (value) =>
      Number.isFinite(value) && value >= cell.min && value <= cell.max && (!cell.whole || Number.isInteger(value)),
  );
  return { values: within, complete: false };
}

/** Lengths between two bounds, near the numbers of formulas too. */
function lengthsIn({ min, max }: { readonly min: number; readonly max: number }, { numbers }: Hints): number[] {
  const near = [...numbers.filter(Number.isInteger).flatMap((value) => [value, value + 1]), min, max];
  const within = [...grid, ...near].filter((value) => value >= Math.max(min, 0) && value <= Math.min(max, longest));
  return [...new Set(within)].sort((a, b) => a - b);
}

function textsIn(cell: StringCell, hints: Hints): string[] {
  const lengths = cell.patterns.length > 0 || cell.formats.length > 0 ? [] : lengthsIn(cell, hints);
  return [...hints.texts, ...lengths.map((length) => 'a'.repeat(length))];
}

function listsIn(cell: ArrayCell, hints: Hints, universe: Universe): Json[] {
  const candidates = new Candidates(universe);
  const item = candidates.typical(cell.items) ?? null;
  const numbered = typeof item === 'string' && universe.accepts(cell.items, `${item}1`);
  const lengths = lengthsIn({ min: cell.min, max: Math.min(cell.max, 1000) }, hints);
  return lengths.map((length) => Array.from({ length }, (_, index) => (numbered ? `${item}${index}` : item)));
}

/** A value with its longest text at some lengths, for what reads a value as a whole. */
export function stretchedTexts(value: Json, hints: Hints): Json[] {
  const places = textsWithin(value, []);
  const longestPlace = places.sort((a, b) => b.text.length - a.text.length)[0];
  if (!longestPlace) return [value];
  const lengths = lengthsIn({ min: 1, max: longest }, hints);
  return [value, ...lengths.map((length) => replaced(value, longestPlace.path, 'a'.repeat(length)))];
}

function textsWithin(
  value: Json,
  path: readonly string[],
): { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, Json]) => textsWithin(inner, [...path, name]));
}

function replaced(value: Json, [name, ...rest]: readonly string[], inner: Json): Json {
  if (name === undefined) return inner;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (String(index) === name ? replaced(item, rest, inner) : item));
  return isObject(value) ? { ...value, [name]: replaced(value[name] ?? null, rest, inner) } : value;
}
