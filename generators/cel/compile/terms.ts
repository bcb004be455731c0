import { Fraction } from 'fraction.js';
import { print } from '../../output/code-tree.ts';
import type { Code } from '../../output/code.ts';
import { CompileError } from './compile-error.ts';
import { choice, divided, extreme, type Integer, literal, plus, type Rounding, times } from './integer.ts';

/**
 * An exact number as a sum of terms: a constant times whole-number factors that are known when the formula runs.
 *
 * Constants are folded into the coefficients, so that what runs is whole-number arithmetic in any unit.
 */
export type Terms = readonly Term[];

interface Term {
  readonly coefficient: Fraction;
  readonly factors: readonly Integer[];
}

/** The terms of a constant. */
export function constant(value: Fraction): Terms {
  return value.n === 0n ? [] : [{ coefficient: value, factors: [] }];
}

/** The terms of one whole-number expression times a constant. */
export function scaled(value: Integer, coefficient: Fraction): Terms {
  return [{ coefficient, factors: [value] }];
}

/** The constant that the terms are, if they are one. */
export function constantOf(terms: Terms): Fraction | undefined {
  if (terms.length === 0) return new Fraction(0);
  const [first] = terms;
  return terms.length === 1 && first?.factors.length === 0 ? first.coefficient : undefined;
}

/** The sum of two numbers. */
export function add(a: Terms, b: Terms): Terms {
  const merged = new Map<string, Term>();
  for (const term of [...a, ...b]) {
    const key = keyOf(term);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, coefficient: known.coefficient.add(term.coefficient) } : term);
  }
  return [...merged.values()].filter(({ coefficient }) => coefficient.n !== 0n);
}

/** A number times a constant. */
export function multiplyBy(terms: Terms, constant: Fraction): Terms {
  if (constant.n === 0n) return [];
  return terms.map((term) => ({ ...term, coefficient: term.coefficient.mul(constant) }));
}

/** The product of two numbers. Sums are kept as factors: multiplying them out would only make the code longer. */
export function multiply(a: Terms, b: Terms): Terms {
  const [left, right] = [constantOf(a), constantOf(b)];
  if (left) return multiplyBy(b, left);
  if (right) return multiplyBy(a, right);
  const [first, second] = [single(a), single(b)];
  const coefficient = first.coefficient.mul(second.coefficient);
  return [{ coefficient, factors: [...first.factors, ...second.factors] }];
}

/** A number divided by a constant; nothing else divides exactly. */
export function divide(a: Terms, b: Terms): Terms {
  const divisor = constantOf(b);
  if (!divisor) throw new CompileError('divides by something that is no constant');
  if (divisor.n === 0n) throw new CompileError('divides by zero');
  return multiplyBy(a, divisor.inverse());
}

/** The number as a count of `unit`s; every coefficient has to be a whole multiple of it. */
export function count(terms: Terms, unit: Fraction): Integer {
  if (terms.length === 0) return literal(0n);
  return (
    terms
      .map(({ coefficient, factors }) => {
        const units = coefficient.div(unit);
        if (units.d !== 1n) throw new CompileError(`is no whole number of ${unit.toFraction()}`);
        return { units: units.s * units.n, factors };
      })
      .map(({ units, factors }, index) => {
        const magnitude = units < 0n && index > 0 ? -units : units;
        const [first, ...rest] = factors;
        const value = first ? times(rest.reduce(times, first), literal(magnitude)) : literal(magnitude);
        return { value, negative: units < 0n && index > 0 };
      })
      .reduce<Integer | undefined>(
        (sum, { value, negative }) => (sum ? plus(sum, value, negative ? '-' : '+') : value),
        undefined,
      ) ?? literal(0n)
  );
}

/** The greatest unit of which all the numbers are whole counts; of `1` at most. */
export function unitOf(...numbers: readonly Terms[]): Fraction {
  const all = numbers.flat().map(({ coefficient }) => coefficient.abs());
  return all.reduce((unit, coefficient) => unit.gcd(coefficient), new Fraction(1));
}

/** The greatest power of ten of which all the numbers are whole counts; of `1` at most. */
export function placesOf(...numbers: readonly Terms[]): number {
  const { d } = unitOf(...numbers);
  for (let places = 0, power = 1n; places <= 60; places += 1, power *= 10n) if (power % d === 0n) return places;
  throw new CompileError('has no end as a decimal');
}

/** The fraction that one unit of so many decimal places is. */
export function unitOfPlaces(places: number): Fraction {
  return new Fraction(1n, 10n ** BigInt(places));
}

/** A number made whole, in counts of `unit`. */
export function round(terms: Terms, unit: Fraction, rounding: Rounding, helper: (name: string) => Code): Integer {
  const fine = unitOf(multiplyBy(terms, unit.inverse()));
  return divided(count(terms, unit.mul(fine)), fine.inverse().n, rounding, helper);
}

/** The least or greatest of some numbers. */
export function pick(which: 'min' | 'max', numbers: readonly Terms[], helper: (name: string) => Code): Terms {
  const constants = numbers.map(constantOf);
  const unit = unitOf(...numbers);
  if (constants.every((value) => value !== undefined)) {
    const [first, ...rest] = constants;
    if (!first) throw new CompileError(`takes the ${which} of nothing`);
    return constant(rest.reduce((a, b) => ((which === 'min') === b.lt(a) ? b : a), first));
  }
  const integers = numbers.map((terms) => count(terms, unit));
  return scaled(
    extreme(which, integers, () => helper(which === 'min' ? 'least' : 'greatest')),
    unit,
  );
}

/** One of two numbers, chosen when the formula runs. */
export function choose(test: Code, then: Terms, otherwise: Terms): Terms {
  const unit = unitOf(then, otherwise);
  return scaled(choice(test, count(then, unit), count(otherwise, unit)), unit);
}

function single(terms: Terms): Term {
  const [first] = terms;
  if (first && terms.length === 1) return first;
  const unit = unitOf(terms);
  return { coefficient: unit, factors: [count(terms, unit)] };
}

function keyOf({ factors }: Term): string {
  return factors
    .map(({ code }) => print(code('number')))
    .sort()
    .join(' * ');
}
