import { fits, held, type Integer } from '../../cel/compile/integer.ts';
import { count, placesOf, scaled, unitOfPlaces } from '../../cel/compile/terms.ts';
import type { Type } from '../../cel/compile/types.ts';
import { typedValue, type Value } from '../../cel/compile/value.ts';
import { type Code, variable } from '../../output/code.ts';
import { typeCode } from '../typescript/value-type.ts';

/** The type of an argument of a calculator, or of a constant before it. */
export type Kind = Count | { readonly is: 'double' } | { readonly is: 'value'; readonly type: Type };

/** A count of 10^-`places`; a `bigint` where it may pass 2^53. */
interface Count {
  readonly is: 'count';
  readonly places: number;
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly big: boolean;
}

/** The kind of a value once it has a name. */
export function kindOf(value: Value): Kind {
  if (value.is === 'double') return { is: 'double' };
  return value.is === 'number' ? countOf(value) : { is: 'value', type: value.type };
}

/** The code of a value: numbers as counts of their own places, or of those of `kind`. */
export function argumentCode(value: Value, kind?: Kind): Code {
  if (value.is !== 'number') return value.code;
  const { places, big } = kind?.is === 'count' ? kind : countOf(value);
  return count(value.terms, unitOfPlaces(places)).code(big ? 'bigint' : 'number');
}

/** A named value, as formulas read it. */
export function referTo(name: string, kind: Kind): Value {
  if (kind.is === 'double') return { is: 'double', code: variable(name) };
  if (kind.is === 'value') return typedValue(variable(name), kind.type);
  return {
    is: 'number',
    terms: scaled(held(variable(name), kind.minimum, kind.maximum, kind.big), unitOfPlaces(kind.places)),
  };
}

/** A kind that includes two kinds. */
export function wider(a: Kind, b: Kind): Kind {
  if (a.is !== 'count' || b.is !== 'count') return a.is === b.is ? a : { is: 'value', type: { is: 'unknown' } };
  const places = Math.max(a.places, b.places);
  const [left, right] = [finer(a, places), finer(b, places)];
  const minimum = pick(left.minimum, right.minimum, (x, y) => x < y);
  const maximum = pick(left.maximum, right.maximum, (x, y) => x > y);
  const big = a.big || b.big || !fits({ minimum, maximum });
  return { is: 'count', places, ...rangeOf({ minimum, maximum }), big };
}

function countOf({ terms }: Extract<Value, { is: 'number' }>): Count {
  const places = placesOf(terms);
  const integer = count(terms, unitOfPlaces(places));
  return { is: 'count', places, ...rangeOf(integer), big: !integer.safe };
}

type Range = Pick<Integer, 'minimum' | 'maximum'>;

function rangeOf({ minimum, maximum }: Range) {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function finer({ minimum, maximum, places }: Count, wanted: number): Range {
  const factor = 10n ** BigInt(wanted - places);
  return {
    minimum: minimum === undefined ? undefined : minimum * factor,
    maximum: maximum === undefined ? undefined : maximum * factor,
  };
}

function pick(a: bigint | undefined, b: bigint | undefined, first: (a: bigint, b: bigint) => boolean) {
  return a === undefined || b === undefined ? undefined : first(a, b) ? a : b;
}

/** The TypeScript type of what an argument holds; `entryType` is the type of a catalog's entries. */
export function typeOfKind(kind: Kind, entryType: (catalog: string) => Code): Code {
  if (kind.is === 'double') return 'number';
  if (kind.is === 'count') return kind.big ? 'bigint' : 'number';
  const { type } = kind;
  return type.is === 'object' && type.catalog !== undefined ? entryType(type.catalog) : typeCode(type);
}
