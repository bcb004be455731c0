/** Prices that catalog entries list under names of their own, recognized by the quotes that they explain. */

import { isObject } from '@tollwright/runtime/values/json';
import Fraction from 'fraction.js';
import { figureIn } from './entries.ts';

/** The price of one unit, computed from two quotes: of an entry, and of a choice that its prices depend on, if there is one. */
export interface UnitPrice {
  readonly id: string;
  readonly choice?: string;
  /** USD that one more unit adds to a quote. */
  readonly usd: Fraction;
  /** True where the documents state the price, so that a list of prices has it. */
  readonly isStated: boolean;
}

/** A figure that an entry lists. */
interface ListedFigure {
  /** Where it stands, with `*` in place of the choice and of positions in lists. */
  readonly place: string;
  readonly choice?: string;
  readonly figure: Fraction;
}

/** A listed price that is not the quoted one. */
export interface WrongPrice {
  readonly price: UnitPrice;
  readonly place: string;
  readonly expected: Fraction;
  /** Absent where the entry lists prices of other choices only. */
  readonly actual?: Fraction;
}

/** USD per listed figure: in USD, cents, thousandths or micro-USD. */
const units = [1, 100, 1_000, 1_000_000].map((count) => new Fraction(1, count));

/** Quoted prices that a place has to list for it to be a list of prices, and their share where several others are wrong. */
const [fewest, share] = [3, new Fraction(4, 5)];

/** Two micro-USDC: two quotes may be rounded. */
const rounding = new Fraction(2, 1_000_000);

/**
 * The verdict on every place where most entries list their prices: the first that is wrong, or `recognized` places without one.
 *
 * A place may list prices as quoted, without the margin, or with the fee of a call; all its entries do so alike.
 */
export function judgeListed(
  entries: ReadonlyMap<string, unknown>,
  prices: readonly UnitPrice[],
  { margin, fee }: { readonly margin: Fraction; readonly fee: Fraction },
): { readonly recognized: readonly string[]; readonly wrong?: WrongPrice } {
  const choices = new Set(prices.flatMap(({ choice }) => choice ?? []));
  const listed = new Map([...entries].map(([id, entry]) => [id, [...figuresOf(entry, choices)]]));
  const forms: readonly ((usd: Fraction) => Fraction)[] = [
    (usd) => usd,
    (usd) => usd.div(margin.add(1)),
    (usd) => usd.add(fee),
  ];
  const recognized: string[] = [];
  for (const place of new Set([...listed.values()].flatMap((own) => own.map((each) => each.place)))) {
    const find = (price: UnitPrice) => figureOf(price, listed.get(price.id) ?? [], place);
    const shown = prices.flatMap((price) => {
      const figure = find(price);
      return figure ? [{ price, figure }] : [];
    });
    const readings = forms.flatMap((form) =>
      units.map((unit) => ({
        form,
        unit,
        right: shown.filter(({ price, figure }) => isListed(figure, unit, form(price.usd))),
      })),
    );
    const best = readings.reduce((most, next) => (next.right.length > most.right.length ? next : most));
    const isList = shown.length - best.right.length < 2 || share.mul(shown.length).lte(best.right.length);
    if (!isTelling(best.right.map(({ price }) => price)) || !isList) continue;
    recognized.push(place);
    const off = shown.find((each) => !best.right.includes(each));
    // Beside a default choice stands its price alone.
    const isComplete = place.includes('*');
    const lists = (id: string) => listed.get(id)?.some((each) => each.place === place && each.choice !== undefined);
    const absent = prices.find(
      (price) => isComplete && price.isStated && price.choice !== undefined && !find(price) && lists(price.id),
    );
    const price = off?.price ?? absent;
    if (!price) continue;
    const expected = best.form(price.usd).div(best.unit).round(6);
    return { recognized, wrong: { price, place, expected, ...(off && { actual: off.figure }) } };
  }
  return { recognized };
}

/**
 * The figure that an entry lists for a price at a place; `undefined` where none, or several different ones, can be it.
 *
 * Prices of choices that no call made stand beside those that are known, and none of them is that of a call without a choice.
 */
function figureOf({ choice }: UnitPrice, listed: readonly ListedFigure[], place: string): Fraction | undefined {
  const there = listed.filter((each) => each.place === place);
  const meant = choice === undefined ? there : there.filter((each) => each.choice === choice);
  const [figure, ...others] = meant.map((each) => each.figure);
  return figure && others.every((other) => other.equals(figure)) ? figure : undefined;
}

/** True for prices that no figure of another kind has by chance. */
function isTelling(prices: readonly UnitPrice[]): boolean {
  return prices.length >= fewest && new Set(prices.map(({ usd }) => usd.round(6).toFraction())).size > 1;
}

/** True where a figure is an amount, or that amount rounded to the figure's own places, by a hundredth at most. */
function isListed(figure: Fraction, unit: Fraction, usd: Fraction): boolean {
  const places = Array.from({ length: 12 }, (_, count) => count).find(
    (count) => figure.mul(new Fraction(10).pow(count) ?? 1).d === 1n,
  );
  const half = unit.div(2).div(new Fraction(10).pow(places ?? 12) ?? 1);
  const maxTolerance = usd.div(100);
  const tolerance = (half.lt(maxTolerance) ? half : maxTolerance).add(rounding);
  return figure.mul(unit).sub(usd).abs().lte(tolerance);
}

/** The figures of an entry. A figure belongs to a choice that is on its path, or beside it or one of its parents. */
function* figuresOf(
  value: unknown,
  choices: ReadonlySet<string>,
  place = '',
  choice?: string,
): Generator<ListedFigure> {
  if (!isObject(value) && !Array.isArray(value)) {
    const figure = figureIn(value);
    if (figure) yield { place, figure, ...(choice !== undefined && { choice }) };
    return;
  }
  const beside = Object.values(value).find((part): part is string => typeof part === 'string' && choices.has(part));
  const own = Array.isArray(value) ? choice : (beside ?? choice);
  for (const [name, part] of Object.entries(value)) {
    const named = choices.has(name);
    const step = named || Array.isArray(value) ? '*' : name;
    yield* figuresOf(part, choices, `${place}/${step}`, named ? name : own);
  }
}
