/** Columns of a release's catalog that are recognized in a live one, whose names and units the documents do not give. */

import Fraction from 'fraction.js';
import type { Columns } from '../rates/entries.ts';

/** A figure of the live catalog that differs from the release. */
export interface Difference {
  /** Key of the entry. */
  readonly key: string;
  /** Path of the release's column, such as `rates/1024x1024`. */
  readonly column: string;
  readonly before: Fraction;
  /** In the unit of the release. */
  readonly after: Fraction;
}

/** A column of the release, where the live host publishes it, and in which unit. */
export interface Match {
  readonly column: string;
  readonly path: string;
  /** Live figures per figure of the release. */
  readonly unit: Fraction;
}

/** The figures of entries by their keys. */
export type Table = ReadonlyMap<string, Columns>;

/** Units in which a figure may be published: for one, a thousand or a million, in USD or micro-USD. */
const units = [-12, -9, -6, -3, 0, 3, 6, 9, 12].map((power) => new Fraction(10).pow(power) ?? new Fraction(1));

/** Different values that a live column must share with one of a release before it is taken for the same. */
const telling = 3;

/**
 * Finds the live column of each column of a release: one of its name that agrees with it in most entries and in several
 * values, else the one that agrees with it most often.
 */
export function matchColumns(release: Table, live: Table): readonly Match[] {
  const columns = pathsOf(release);
  const paths = pathsOf(live);
  return columns.flatMap((column) => {
    const candidates = paths.flatMap((path) =>
      units.map((unit) => ({ column, path, unit, ...agreement(release, live, { column, path, unit }) })),
    );
    const values = new Set([...release.values()].flatMap((each) => each.get(column)?.toFraction() ?? []));
    const minValues = Math.min(telling, values.size);
    const [best] = candidates

      .filter(({ values: agreed, agreeing, shared }) => agreed >= minValues && 2 * agreeing > shared)
      .toSorted((one, other) => nameFit(other) - nameFit(one) || other.agreeing - one.agreeing);
    return best ? [{ column: best.column, path: best.path, unit: best.unit }] : [];
  });
}

/** The figures that differ in columns that were matched. */
export function differences(release: Table, live: Table, matches: readonly Match[]): readonly Difference[] {
  return [...release].flatMap(([key, figures]) =>
    matches.flatMap(({ column, path, unit }): Difference[] => {
      const before = figures.get(column);
      const found = live.get(key)?.get(path);
      const after = found?.div(unit);
      return before && after && !after.equals(before) ? [{ key, column, before, after }] : [];
    }),
  );
}

function pathsOf(table: Table): readonly string[] {
  return [...new Set([...table.values()].flatMap((columns) => [...columns.keys()]))];
}

function agreement(release: Table, live: Table, { column, path, unit }: Match) {
  const pairs = [...release].flatMap(([key, figures]) => {
    const [one, other] = [figures.get(column), live.get(key)?.get(path)];
    return one && other ? [{ one, agrees: one.mul(unit).equals(other) }] : [];
  });
  const agreeing = pairs.filter(({ agrees }) => agrees);
  return {
    shared: pairs.length,
    agreeing: agreeing.length,
    values: new Set(agreeing.map(({ one }) => one.toFraction())).size,
  };
}

/** 1 for columns of the same name. */
function nameFit({ column, path }: Match): number {
  const last = (text: string) =>
    text
      .split('/')
      .at(-1)
      ?.toLowerCase()
      .replace(/[^a-z\d]/g, '');
  return last(column) === last(path) ? 1 : 0;
}
