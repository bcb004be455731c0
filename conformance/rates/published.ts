/** Rates that a deployment publishes under names and in a unit of its own, recognized by the amounts that it asks for. */

import Fraction from 'fraction.js';
import { decimalText } from '../oracle/exact.ts';
import type { Columns } from './entries.ts';

/** An amount that should be two rates of one catalog entry, each times a number of units. */
export interface Observation {
  /** The entry's id. */
  readonly id: string;
  /** Units of each rate, with every factor that the documents give. */
  readonly units: readonly [Fraction, Fraction];
  /** USD. */
  readonly charged: Fraction;
}

/** Two columns, and USD per one of their figures. */
export interface Rates {
  readonly columns: readonly [string, string];
  readonly unit: Fraction;
}

/** The result of comparing published figures with amounts. */
export type Reading<O extends Observation> =
  | { readonly kind: 'match'; readonly rates: Rates }
  | {
      readonly kind: 'mismatch';
      readonly rates: Rates;
      readonly wrong: O;
      readonly expected: Fraction;
      /** Whether the same rates explain other amounts, or all amounts only by another formula. */
      readonly evidence: 'others' | 'altered';
      readonly how: string;
    }
  | { readonly kind: 'unknown' };

/** Units of published rates per USD: for a unit, a thousand or a million of them, in USD or micro-USD. */
const perUsd = [1, 1e3, 1e6, 1e9, 1e12].map((count) => new Fraction(1, count));

/** One micro-USDC, in USD. */
const micro = new Fraction(1, 1_000_000);

/** USD by which an amount may differ from the exact one where each of its two parts is rounded to whole micro-USDC. */
const rounding = micro.mul(2);

/** USD above every rate of one token. */
const dearest = new Fraction(1, 100);

/** A rule by which two columns explain amounts, and how well. */
interface Candidate<O> {
  readonly rates: Rates;
  readonly wrong: readonly O[];
}

/**
 * Finds the two columns of the catalog entries that explain amounts.
 *
 * Columns are recognized by their values. Where none explains every amount, those that explain several are the rates, or
 * those that explain all of them but for a factor or a fixed addition; where neither is so, those whose names say it.
 */
export function readRates<O extends Observation>(
  entries: ReadonlyMap<string, Columns>,
  observations: readonly O[],
): Reading<O> {
  const seen = observations.filter(({ id }) => entries.has(id));
  const candidates = candidatesOf(entries, seen);
  const best = candidates.toSorted((one, other) => rank(one) - rank(other))[0];
  if (!best || seen.length === 0) return { kind: 'unknown' };
  const mismatch = (
    { rates, wrong: [first = seen[0]] }: Candidate<O>,
    how: string,
    evidence: 'others' | 'altered' = 'altered',
  ): Reading<O> =>
    first
      ? { kind: 'mismatch', rates, wrong: first, expected: amountOf(entries, rates, first), evidence, how }
      : { kind: 'unknown' };

  const matched = seen.filter((one) => !best.wrong.includes(one));
  if (best.wrong.length === 0) {
    const crossed =
      isTelling(seen) && isCrossed(best.rates.columns, [...(entries.get(seen[0]?.id ?? '')?.keys() ?? [])]);
    if (!crossed) return { kind: 'match', rates: best.rates };
    return mismatch(best, 'a rate is that of another column, by the names of the columns');
  }
  if (isTelling(matched)) return mismatch(best, `the others match: ${matched.length} of ${seen.length}`, 'others');
  const dearer = best.wrong.filter((one) =>
    matched.some((other) => isSameUse(one, other) && other.charged.lt(one.charged)),
  );
  if (dearer.length > 0 && named.output.test(best.rates.columns[1]))
    return mismatch({ ...best, wrong: dearer }, 'another operation charges the published rate of this model', 'others');

  for (const group of [seen, ...Map.groupBy(seen, ({ id }) => id).values()]) {
    const altered = isTelling(group) ? alteredBy(entries, candidates, group) : undefined;
    const wrong = group.filter((one) => altered?.candidate.wrong.includes(one));
    if (altered) return mismatch({ ...altered.candidate, wrong }, altered.how);
  }
  const spelled = candidates.find(
    ({ rates: { columns } }) => named.input.test(columns[0]) && named.output.test(columns[1]),
  );
  return spelled && isTelling(seen)
    ? mismatch(nearestUnit(entries, spelled, seen), 'the rates are those of the columns with these names')
    : { kind: 'unknown' };
}

/** Names that columns of rates usually have; a verdict that rests on them says so. */
const named = {
  input: /^(?!.*(cache|long|flex|batch|image|audio|max|limit)).*(input|prompt)/i,
  output: /^(?!.*(cache|long|flex|batch|image|audio|max|limit)).*(output|completion)/i,
};

/** True where a rate for completions is in a column that is named for prompts, although there is one for them. */
function isCrossed([, second]: readonly [string, string], paths: readonly string[]): boolean {
  return named.input.test(second) && !named.output.test(second) && paths.some((path) => named.output.test(path));
}

/** The fewest mismatches first; among equals the columns whose names fit. */
function rank<O>({ rates: { columns }, wrong }: Candidate<O>): number {
  const fits = Number(named.input.test(columns[0])) + Number(named.output.test(columns[1]));
  return wrong.length - fits / 4;
}

function candidatesOf<O extends Observation>(entries: ReadonlyMap<string, Columns>, seen: readonly O[]) {
  const ids = new Set(seen.map(({ id }) => id));
  const lists = [...ids].map((id) => entries.get(id) ?? new Map<string, Fraction>());
  const shared = [...(lists[0]?.keys() ?? [])].filter((path) => lists.every((columns) => columns.has(path)));
  const pairs = shared.flatMap((first) =>
    shared.flatMap((second) => (first === second ? [] : [[first, second] as const])),
  );
  // Most candidates explain nothing, which approximate numbers show at once.
  const rough = seen.map((one) => {
    const units = [one.units[0].valueOf(), one.units[1].valueOf()] as const;
    return { one, charged: one.charged.valueOf(), units };
  });
  const tolerance = rounding.mul(2).valueOf();
  return pairs.flatMap((columns) =>
    perUsd.flatMap((unit): Candidate<O>[] => {
      if (columns.some((path) => lists.some((list) => list.get(path)?.mul(unit).gt(dearest)))) return [];
      const rates = { columns, unit };
      const figures = new Map([...ids].map((id) => [id, columns.map((path) => rateOf(entries, id, path, unit))]));
      const wrong = rough.flatMap(({ one, charged, units }) => {
        const [first = 0, second = 0] = figures.get(one.id) ?? [];
        const near = Math.abs(charged - first * units[0] - second * units[1]) < tolerance;
        return near && isEqual(one.charged, amountOf(entries, rates, one)) ? [] : [one];
      });
      return [{ rates, wrong }];
    }),
  );
}

function rateOf(entries: ReadonlyMap<string, Columns>, id: string, path: string, unit: Fraction): number {
  return (entries.get(id)?.get(path)?.valueOf() ?? 0) * unit.valueOf();
}

/** The amount by published rates, in USD. */
export function amountOf(
  entries: ReadonlyMap<string, Columns>,
  { columns, unit }: Rates,
  { id, units }: Observation,
): Fraction {
  const rate = (path: string) => entries.get(id)?.get(path) ?? new Fraction(0);
  return rate(columns[0]).mul(units[0]).add(rate(columns[1]).mul(units[1])).mul(unit);
}

/** True where an amount is the exact one, or differs by no more than rounding to micro-USDC. */
function isEqual(charged: Fraction, exact: Fraction): boolean {
  return charged.sub(exact).abs().lt(rounding);
}

/** True for amounts that no wrong pair of columns explains by chance: more than one, in different proportions, and not too small. */
function isTelling(observations: readonly Observation[]): boolean {
  const large = observations.filter(({ charged }) => charged.gt(micro.mul(20)));
  const [first] = large;
  return large.some(
    ({ id, units }) => id !== first?.id || !units[0].mul(first.units[1] ?? 0).equals(units[1].mul(first.units[0] ?? 0)),
  );
}

/** True for amounts of the same entry for the same units. */
function isSameUse(one: Observation, other: Observation): boolean {
  return one.id === other.id && one.units.every((units, index) => other.units[index]?.equals(units));
}

/** The candidate that explains all amounts: its own amounts times a factor plus a fixed sum, or one of its rates times a factor. */
function alteredBy<O extends Observation>(
  entries: ReadonlyMap<string, Columns>,
  candidates: readonly Candidate<O>[],
  seen: readonly O[],
): { readonly candidate: Candidate<O>; readonly how: string } | undefined {
  const least = 4;
  if (seen.length < least) return undefined;
  const found = candidates.flatMap((candidate) => {
    const { columns, unit } = candidate.rates;
    const part = (one: O, index: 0 | 1) => {
      const figure = entries.get(one.id)?.get(columns[index]) ?? new Fraction(0);
      return figure.mul(unit).mul(one.units[index]);
    };
    const whole = seen.map((one) => ({ x: amountOf(entries, candidate.rates, one), y: one.charged }));
    const line = lineThrough(whole);
    const first = lineThrough(seen.map((one) => ({ x: part(one, 0), y: one.charged.sub(part(one, 1)) })));
    const second = lineThrough(seen.map((one) => ({ x: part(one, 1), y: one.charged.sub(part(one, 0)) })));
    return [
      ...(line ? [{ candidate, ...line, of: 'the published rates' }] : []),
      ...(first ? [{ candidate, ...first, of: `the rate ${columns[0]}` }] : []),
      ...(second ? [{ candidate, ...second, of: `the rate ${columns[1]}` }] : []),
    ];
  });
  const distance = ({ factor }: { readonly factor: Fraction }) => Math.abs(Math.log(factor.valueOf() + 1e-9));
  const nearest = found.toSorted((one, other) => distance(one) - distance(other))[0];
  if (!nearest) return undefined;
  const { candidate, factor, addition, of } = nearest;
  const added = addition.equals(0) ? '' : `, and ${shown(addition)} USD`;
  return { candidate, how: `the charges are ${shown(factor)} times ${of}${added}` };
}

const shown = (value: Fraction) => decimalText(value.round(6));

/** The factor and the fixed sum that give every y for its x, up to rounding; `undefined` where there are none. */
function lineThrough(points: readonly { readonly x: Fraction; readonly y: Fraction }[]) {
  const sorted = points.toSorted((one, other) => one.x.compare(other.x));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (!low || !high || high.x.sub(low.x).lt(micro.mul(100))) return undefined;
  const factor = high.y.sub(low.y).div(high.x.sub(low.x));
  const rough = low.y.sub(factor.mul(low.x));
  const addition = rough.abs().lt(micro.mul(3)) ? new Fraction(0) : rough;
  const tolerance = micro.mul(3);
  const fits = sorted.every(({ x, y }) => y.sub(factor.mul(x)).sub(addition).abs().lte(tolerance));
  return fits && factor.gte(0) && factor.lt(100) ? { factor, addition } : undefined;
}

/** The unit in which published rates come nearest to the largest amount. */
function nearestUnit<O extends Observation>(
  entries: ReadonlyMap<string, Columns>,
  candidate: Candidate<O>,
  seen: readonly O[],
): Candidate<O> {
  const largest = seen.reduce((most, next) => (next.charged.gt(most.charged) ? next : most));
  const ways = perUsd.map((unit) => {
    const rates = { ...candidate.rates, unit };
    const expected = amountOf(entries, rates, largest);
    return { rates, off: Math.abs(Math.log(largest.charged.div(expected).valueOf())) };
  });
  const { rates } = ways.reduce((best, next) => (next.off < best.off ? next : best));
  return { rates, wrong: seen.filter((one) => !isEqual(one.charged, amountOf(entries, rates, one))) };
}
