/** Quotes, and the exact arithmetic that emitted formulas and conditions call. */

import type { Micro } from './usd.ts';

/** A computed price: the amount, and the parts of it that callers see, in USD as exact decimal text. */
export interface Quote {
  readonly amount: Micro;
  readonly breakdown: Readonly<Record<string, string>>;
  /** Further fields of the challenge, such as the estimate behind the price. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Other amounts that the documents allow for the same call, where they disagree. */
  readonly sides?: readonly Micro[];
  /** True where the documents leave the formula open, as for tokens that are counted before the call. */
  readonly isEstimate?: boolean;
}

/** The explanation of an amount. */
interface Explanation {
  /** Parts of the amount by name, as decimal texts of USD. */
  readonly breakdown: Readonly<Record<string, string>>;
  /** Further amounts that the documents allow, in micro-USDC. */
  readonly sides?: readonly (bigint | number)[];
  /** Further fields of the challenge. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A quote that computes its explanation when a reader first asks for it. */
class ComputedQuote implements Quote {
  readonly amount: bigint;
  readonly isEstimate: boolean;
  readonly #explain: () => Explanation;
  #explanation: Explanation | undefined;

  constructor(amount: bigint, isEstimate: boolean, explain: () => Explanation) {
    this.amount = amount;
    this.isEstimate = isEstimate;
    this.#explain = explain;
  }

  get #explained(): Explanation {
    this.#explanation ??= this.#explain();
    return this.#explanation;
  }

  get breakdown(): Readonly<Record<string, string>> {
    return this.#explained.breakdown;
  }

  get details(): Readonly<Record<string, unknown>> {
    return this.#explained.details ?? {};
  }

  get sides(): readonly bigint[] {
    return this.#explained.sides?.map(BigInt) ?? [];
  }
}

/** Makes a quote of whole micro-USDC. The explanation is computed only if it is read, which is rare. */
export function quoted(amount: bigint | number, explain: () => Explanation): Quote {
  return new ComputedQuote(exact(amount), false, explain);
}

/** Makes a quote of a formula that the documents leave open, such as one that counts tokens before the call. */
export function estimated(amount: bigint | number, explain: () => Explanation): Quote {
  return new ComputedQuote(exact(amount), true, explain);
}

/** A whole amount as a bigint; V8 compiles the conversion of what it knows to have 32 bits, up to 4,294 USD. */
function exact(amount: bigint | number): bigint {
  if (typeof amount === 'bigint') return amount;
  const low = amount >>> 0;
  return low === amount ? BigInt(low) : BigInt(amount);
}

/** A price that does not depend on the request: the same quote for every call. */
export function constant(quote: Quote): () => Quote {
  return () => quote;
}

/** Decimal text of `value` units of 10^-`places`, without trailing zeros. */
export function decimal(value: bigint | number, places: number): string {
  const sign = value < 0 ? '-' : '';
  const digits = String(value < 0 ? -value : value).padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const whole = sign + digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** The greatest integer not above `value / unit`. */
export function divideFloor(value: bigint, unit: bigint): bigint {
  const quotient = value / unit;
  return value % unit < 0n ? quotient - 1n : quotient;
}

/** The least integer not below `value / unit`. */
export function divideCeil(value: bigint, unit: bigint): bigint {
  return value > 0n ? (value - 1n) / unit + 1n : value / unit;
}

/** The integer nearest to `value / unit`; ties go to the even one. */
export function divideHalfEven(value: bigint, unit: bigint): bigint {
  const floor = divideFloor(value, unit);
  const twice = (value - floor * unit) * 2n;
  return twice > unit || (twice === unit && floor % 2n !== 0n) ? floor + 1n : floor;
}

/** The least of some integers. */
export function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const other of others) if (other < found) found = other;
  return found;
}

/** The greatest of some integers. */
export function greatest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const other of others) if (other > found) found = other;
  return found;
}

/** The sum of whole numbers, exact whatever their size. */
export function sum(values: readonly number[]): bigint {
  return values.reduce((total, value) => total + BigInt(value), 0n);
}

/** Returns a whole number of unchecked data, of either type, as a `number`; throws for any other value. */
export function whole(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new RangeError(
    `A formula needs a whole number and found ${typeof value === 'bigint' ? value : JSON.stringify(value)}.`,
  );
}
