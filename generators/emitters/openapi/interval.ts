import { Fraction } from 'fraction.js';

/** The numbers between two bounds; an absent bound is not known. */
export interface Interval {
  readonly min?: Fraction | undefined;
  readonly max?: Fraction | undefined;
}

/** Every number. */
export const unbounded: Interval = {};

/** One number alone. */
export function exactly(value: string | number | Fraction): Interval {
  const number = value instanceof Fraction ? value : new Fraction(value);
  return { min: number, max: number };
}

/** The numbers of both intervals, and those between them. */
export function join(a: Interval, b: Interval): Interval {
  return { min: a.min && b.min && least([a.min, b.min]), max: a.max && b.max && greatest([a.max, b.max]) };
}

/** The results of an operator on a number of each interval. */
export function combine(name: string, a: Interval, b: Interval): Interval {
  const [one, other, operator] = [numberIn(a), numberIn(b), operators[name]];
  if (one && other && operator) return exactly(operator(one, other));
  switch (name) {
    case '+':
      return { min: a.min && b.min?.add(a.min), max: a.max && b.max?.add(a.max) };
    case '-':
      return combine('+', a, { min: b.max?.neg(), max: b.min?.neg() });
    case '*':
      return product(a, b);
    case '/':
      return b.min?.gt(0) ? product(a, { min: b.max?.inverse() ?? new Fraction(0), max: b.min.inverse() }) : unbounded;
    case 'min':
      return { min: a.min && b.min && least([a.min, b.min]), max: least(known(a.max, b.max)) };
    case 'max':
      return { min: greatest(known(a.min, b.min)), max: a.max && b.max && greatest([a.max, b.max]) };
    default:
      return unbounded;
  }
}

/** The only number of an interval, if it has one. */
function numberIn({ min, max }: Interval): Fraction | undefined {
  return min === max ? min : undefined;
}

/** The operators on two numbers; a quotient of a number that is not above zero is left to the bounds. */
const operators: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction>> = {
  '+': (a, b) => a.add(b),
  '-': (a, b) => a.sub(b),
  '*': (a, b) => a.mul(b),
  min: (a, b) => (a.lte(b) ? a : b),
  max: (a, b) => (a.gte(b) ? a : b),
};

/** The results of a function that never falls. */
export function apply(change: (bound: Fraction) => Fraction, { min, max }: Interval): Interval {
  return { min: min && change(min), max: max && change(max) };
}

function product(a: Interval, b: Interval): Interval {
  if (a.min && a.max && b.min && b.max) {
    const corners = [a.min.mul(b.min), a.min.mul(b.max), a.max.mul(b.min), a.max.mul(b.max)];
    return { min: least(corners), max: greatest(corners) };
  }
  return a.min?.gte(0) && b.min?.gte(0) ? { min: a.min.mul(b.min) } : unbounded;
}

function known(...bounds: (Fraction | undefined)[]): Fraction[] {
  return bounds.filter((bound) => bound !== undefined);
}

function least(numbers: readonly Fraction[]): Fraction | undefined {
  return numbers.reduce<Fraction | undefined>((found, next) => (found?.lte(next) ? found : next), undefined);
}

function greatest(numbers: readonly Fraction[]): Fraction | undefined {
  return numbers.reduce<Fraction | undefined>((found, next) => (found?.gte(next) ? found : next), undefined);
}
