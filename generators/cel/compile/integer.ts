import { type Code, join, code as write } from '../../output/code.ts';

/** A whole-number expression of TypeScript with the range it can take; `undefined` is unbounded. */
export interface Integer {
  readonly minimum: bigint | undefined;
  readonly maximum: bigint | undefined;
  /** True when neither it nor anything inside it can leave the integers that a `number` represents exactly. */
  readonly safe: boolean;
  /** Its code as a `number`, valid when `safe`, or as a `bigint`. */
  readonly code: (mode: Mode) => Code;
}

/** The type of a written expression. */
export type Mode = 'number' | 'bigint';

/** The greatest magnitude up to which every integer is a `number`. */
export const largest = 2n ** 53n - 1n;

/** True when a range lies within the integers that a `number` represents exactly. */
export function fits({ minimum, maximum }: Pick<Integer, 'minimum' | 'maximum'>): boolean {
  return minimum !== undefined && maximum !== undefined && minimum >= -largest && maximum <= largest;
}

/** A whole number written out. */
export function literal(value: bigint): Integer {
  const safe = value >= -largest && value <= largest;
  return {
    minimum: value,
    maximum: value,
    safe,
    code: (mode) => (mode === 'bigint' ? value : safe ? Number(value) : String(value)),
  };
}

/** A whole number read from a variable or field of type `number`, or of type `bigint` where it is `exact`. */
export function held(text: Code, minimum?: bigint, maximum?: bigint, exact = false): Integer {
  const range = { minimum, maximum };
  return {
    ...range,
    safe: !exact && fits(range),
    code: (mode) => (mode === 'number' || exact ? text : write`BigInt(${text})`),
  };
}

/** The product of two expressions. */
export function times(a: Integer, b: Integer): Integer {
  if (isOne(b)) return a;
  if (isOne(a)) return b;
  const ends = [
    product(a.minimum, b.minimum),
    product(a.minimum, b.maximum),
    product(a.maximum, b.minimum),
    product(a.maximum, b.maximum),
  ];
  const range =
    nonNegative(a) && nonNegative(b)
      ? { minimum: ends[0] ?? 0n, maximum: ends[3] }
      : { minimum: least(ends), maximum: greatest(ends) };
  return {
    ...range,
    safe: a.safe && b.safe && fits(range),
    code: (mode) => write`(${a.code(mode)}) * (${b.code(mode)})`,
  };
}

/** The sum of two expressions, or their difference. */
export function plus(a: Integer, b: Integer, sign: '+' | '-' = '+'): Integer {
  const [low, high] = sign === '+' ? [b.minimum, b.maximum] : [negated(b.maximum), negated(b.minimum)];
  const range = { minimum: total(a.minimum, low), maximum: total(a.maximum, high) };
  return {
    ...range,
    safe: a.safe && b.safe && fits(range),
    code: (mode) => write`${a.code(mode)} ${sign} (${b.code(mode)})`,
  };
}

/** One of two expressions, chosen when it runs. */
export function choice(test: Code, then: Integer, otherwise: Integer): Integer {
  const range = union(then, otherwise);
  const code = (mode: Mode) => write`(${test} ? ${then.code(mode)} : ${otherwise.code(mode)})`;
  return { ...range, safe: then.safe && otherwise.safe, code };
}

/** The least or the greatest of some expressions; `helper` is the name of the `bigint` form. */
export function extreme(which: 'min' | 'max', values: readonly Integer[], helper: () => Code): Integer {
  const minimums = values.map(({ minimum }) => minimum);
  const maximums = values.map(({ maximum }) => maximum);
  return {
    minimum: which === 'min' ? least(minimums) : greatest(minimums.filter(known)),
    maximum: which === 'max' ? greatest(maximums) : least(maximums.filter(known)),
    safe: values.every(({ safe }) => safe),
    code: (mode) => {
      const name = mode === 'number' ? `Math.${which}` : helper();
      const args = values.map((value) => value.code(mode));
      return write`${name}(${join(args, ', ')})`;
    },
  };
}

/** How a quotient becomes whole. */
export type Rounding = 'half-up' | 'half-even' | 'up' | 'down';

/**
 * `value / unit` made whole.
 *
 * Plain division is enough below 2^53: a quotient that is not whole is at least `1 / unit` away from the next integer,
 * and the error of the division is less.
 */
export function divided(value: Integer, unit: bigint, rounding: Rounding, helper: (name: string) => Code): Integer {
  if (unit === 1n) return value;
  if (rounding === 'half-up') {
    return unit % 2n === 0n
      ? divided(plus(value, literal(unit / 2n)), unit, 'down', helper)
      : divided(plus(times(value, literal(2n)), literal(unit)), unit * 2n, 'down', helper);
  }
  const bound = (end: bigint | undefined, towards: 1n | -1n) => (end === undefined ? undefined : end / unit + towards);
  const range = {
    minimum: value.minimum !== undefined && value.minimum >= 0n ? value.minimum / unit : bound(value.minimum, -1n),
    maximum: bound(value.maximum, 1n),
  };
  const exact = { up: 'divideCeil', down: 'divideFloor', 'half-even': 'divideHalfEven' }[rounding];
  const safe = value.safe && rounding !== 'half-even';
  const plain = rounding === 'up' ? 'Math.ceil' : 'Math.floor';
  const code = (mode: Mode) => {
    if (mode === 'number') return write`${plain}((${value.code(mode)}) / ${String(unit)})`;
    return write`${helper(exact)}(${value.code(mode)}, ${unit})`;
  };
  return { ...range, safe, code };
}

function isOne({ minimum, maximum }: Integer): boolean {
  return minimum === 1n && maximum === 1n;
}

function nonNegative({ minimum }: Integer): boolean {
  return minimum !== undefined && minimum >= 0n;
}

function product(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a * b;
}

function total(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function negated(a: bigint | undefined): bigint | undefined {
  return a === undefined ? undefined : -a;
}

function known(value: bigint | undefined): value is bigint {
  return value !== undefined;
}

/** Unbounded as soon as one end is. */
function least(ends: readonly (bigint | undefined)[]): bigint | undefined {
  return ends.length > 0 && ends.every(known) ? ends.filter(known).reduce((a, b) => (b < a ? b : a)) : undefined;
}

function greatest(ends: readonly (bigint | undefined)[]): bigint | undefined {
  return ends.length > 0 && ends.every(known) ? ends.filter(known).reduce((a, b) => (b > a ? b : a)) : undefined;
}

function union(a: Integer, b: Integer): Pick<Integer, 'minimum' | 'maximum'> {
  return { minimum: least([a.minimum, b.minimum]), maximum: greatest([a.maximum, b.maximum]) };
}
