import { once } from '../../common/once.ts';
import type { JsonSchema } from '../../model/types.ts';
import type { Change } from '../change.ts';
import type { Side } from '../side.ts';

/**
 * Whole numbers of which a double may lose digits, and what stands for them while two descriptions are compared.
 *
 * Numbers are compared, counted up and down, and tried as doubles. So each long number that the descriptions have, and its
 * neighbours, get other whole numbers that doubles keep, in the same order and at the same small distances. Sentences and
 * witnesses have the true digits again.
 */
export interface StandIns {
  /** Stand-ins for the bounds of the format `int64`. */
  readonly int64: readonly [number, number];
  /** A value with stand-ins for its long numbers. */
  encoded<T>(value: T): T;
  /** A value, or a text in it, with the true digits. */
  decoded<T>(value: T): T;
}

/** A number as JSON.parse keeps its digits. */
interface RawNumber {
  readonly rawJSON: string;
}

/** Stand-ins are these and the ones below them; a shorter number in a description is never as large. */
const largest = 2 ** 51 - 1;

/** The bounds of the format `int64`, which have long numbers in every description. */
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

/** Numbers this near to one another keep their distance; others are moved together. */
const near = 4;

// TypeScript does not know this part of JavaScript yet.
const json = JSON as unknown as { rawJSON(text: string): RawNumber };

/** Finds the long numbers of two descriptions; undefined where they have none. */
export const standInsFor = once((before: Side) =>
  once((after: Side): StandIns | undefined => {
    const sides = [before, after].filter(({ release }) => release.hosts[0]?.described?.hasLongNumbers);
    const found = new Set<bigint>(int64);
    for (const { release } of sides) collect(release, found);
    return sides.length > 0 ? standIns([...found]) : undefined;
  }),
);

function collect(value: unknown, found: Set<bigint>): void {
  if (isLong(value)) found.add(BigInt(value));
  if (typeof value !== 'object' || value === null) return;
  if (isRaw(value)) found.add(BigInt(value.rawJSON));
  else for (const inner of Object.values(value)) collect(inner, found);
}

/** True for a number that was written with an exponent and is as large as those that lose digits. */
function isLong(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) > largest;
}

function isRaw(value: object): value is RawNumber {
  return 'rawJSON' in value && typeof value.rawJSON === 'string';
}

function standIns(numbers: readonly bigint[]): StandIns {
  const toStandIn = new Map<bigint, number>();
  for (const sign of [1n, -1n]) {
    const own = numbers.filter((each) => each > 0n === sign > 0n).map((each) => each * sign);
    const sorted = own.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    let next = largest - sorted.length * near * 4;
    let last: bigint | undefined;
    for (const each of sorted) {
      const step = last === undefined || each - last > near * 2 ? near * 3 : Number(each - last);
      next += step;
      last = each;
      for (let distance = -near; distance <= near; distance++)
        toStandIn.set((each + BigInt(distance)) * sign, (next + distance) * Number(sign));
    }
  }
  const digits = new Map([...toStandIn].map(([long, short]) => [short, long]));
  const inText = (text: string) => text.replace(/-?\d{15,}/g, (each) => String(digits.get(Number(each)) ?? each));
  return {
    int64: [toStandIn.get(int64[0]) ?? 0, toStandIn.get(int64[1]) ?? 0],
    encoded: (value) =>
      mapped(
        value,
        (each) => (isRaw(each) ? toStandIn.get(BigInt(each.rawJSON)) : undefined),
        (each) => (isLong(each) ? (toStandIn.get(BigInt(each)) ?? each) : each),
      ),
    decoded: (value) =>
      mapped(value, undefined, (each) => {
        if (typeof each === 'string') return inText(each);
        const long = typeof each === 'number' ? digits.get(each) : undefined;
        return long === undefined ? each : json.rawJSON(String(long));
      }),
  };
}

/** A copy of a value with other objects or scalars in it; what has nothing to change stays the same object. */
function mapped<T>(
  value: T,
  object: ((each: object) => unknown) | undefined,
  scalar: (each: unknown) => unknown = (each) => each,
): T {
  const change = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return scalar(each);
    if (each instanceof Map || each instanceof Set) return each;
    const replaced = object?.(each);
    if (replaced !== undefined) return replaced;
    if (Array.isArray(each)) {
      const items = each.map(change);
      return items.some((item, index) => item !== each[index]) ? items : each;
    }
    const entries = Object.entries(each).map(([key, inner]) => [key, change(inner)] as const);
    const own: JsonSchema = Object(each);
    return entries.some(([key, inner]) => inner !== own[key]) ? Object.fromEntries(entries) : each;
  };
  // Only numbers are exchanged for numbers, so that the type stays.
  return change(value) as T;
}

/** A side with stand-ins for its long numbers. */
export function withStandIns(side: Side, { encoded, int64 }: StandIns): Side {
  const release = encoded(side.release);
  const hosts = release.hosts.map((view) => ({
    ...view,
    ...(view.described && { described: { ...view.described, int64 } }),
  }));
  return { ...side, release: { ...release, hosts } };
}

/** A change with the true digits of its numbers. */
export function withDigits(change: Change, standIns: StandIns): Change {
  const { sentence, witness } = change;
  return { ...change, sentence: standIns.decoded(sentence), ...(witness && { witness: standIns.decoded(witness) }) };
}
