import { Fraction } from 'fraction.js';
import { print } from '../../output/code-tree.ts';
import { type Code, code, join, member } from '../../output/code.ts';
import { CompileError } from './compile-error.ts';
import { held, largest } from './integer.ts';
import { constantOf, count, scaled, type Terms, unitOfPlaces } from './terms.ts';
import type { Field, Type } from './types.ts';

/** A compiled expression. */
export type Value =
  /** An exact number. */
  | { readonly is: 'number'; readonly terms: Terms }
  /** A `number` with decimals of its own: it can be compared, but not used in arithmetic. */
  | { readonly is: 'double'; readonly code: Code }
  /** Anything else; `path` is where unchecked JSON was read from, `expected` the type its schema gives it. */
  | {
      readonly is: 'value';
      readonly code: Code;
      readonly type: Type;
      /** The text, where it is known when the formula is compiled. */
      readonly constant?: string;
      /** Code that is true where this is false, where it is shorter than a negation. */
      readonly inverse?: Code;
      readonly path?: Path;
      readonly expected?: Type;
    };

/** A place inside unchecked JSON: its root and the keys that lead to it. */
interface Path {
  readonly root: Code;
  readonly keys: readonly Code[];
}

/** The names that a formula may refer to. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Value>;
  /** The type of a catalog's entries, and its map. */
  readonly catalog: (id: string) => { readonly type: Type; readonly map: Code };
  /** A function of the runtime. */
  readonly helper: (name: string) => Code;
  /** The optional fields that are known to be there, as they are printed. */
  readonly present: ReadonlySet<string>;
}

/** Code of a known type as a value. */
export function typedValue(written: Code, type: Type): Value {
  if (type.is === 'integer') {
    return { is: 'number', terms: scaled(held(written, type.minimum, type.maximum), unitOfPlaces(type.places)) };
  }
  if (type.is !== 'double') return { is: 'value', code: written, type };
  if (type.places === undefined) return { is: 'double', code: written };
  const units = code`Math.round(${written} * ${10 ** type.places})`;
  return { is: 'number', terms: scaled(held(units, type.minimum, type.maximum), unitOfPlaces(type.places)) };
}

/** The root of unchecked JSON, and the type that its schema gives it. */
export function uncheckedRoot(root: Code, expected: Type = { is: 'unknown' }): Value {
  return { is: 'value', code: root, type: { is: 'unknown' }, path: { root, keys: [] }, expected };
}

/** A condition, with the code of its opposite where that is short. */
export function condition(written: Code, inverse?: Code): Value {
  return { is: 'value', code: written, type: { is: 'boolean' }, ...(inverse !== undefined && { inverse }) };
}

/** A text that is known when the formula runs. */
export function text(written: Code): Value {
  return { is: 'value', code: written, type: { is: 'string' } };
}

/** A text that is known when the formula is compiled. */
export function constantText(constant: string): Value {
  return { is: 'value', code: JSON.stringify(constant), type: { is: 'string' }, constant };
}

/** The field of an object, the entry of a record, or a place in unchecked JSON. */
export function fieldOf(value: Value, name: string, scope: Scope): Value {
  const { code: written, optional, type } = accessed(value, name, scope);
  if (!type) return inside(value, constantText(name), scope);
  const isPresent = !optional || scope.present.has(print(written));
  return typedValue(isPresent ? written : code`${scope.helper('present')}(${written})`, type);
}

/** The code of `value.name` when the type knows the field. */
export function accessed(value: Value, name: string, scope: Scope): { code: Code; type?: Type; optional?: boolean } {
  if (value.is !== 'value') throw new CompileError(`reads the field \`${name}\` of a number`);
  const { type } = value;
  if (type.is === 'record') {
    return { code: code`${scope.helper('at')}(${value.code}, ${JSON.stringify(name)})`, type: type.values };
  }
  if (type.is === 'unknown') return { code: value.code };
  const field = type.is === 'object' ? type.fields.get(name) : undefined;
  if (!field && type.is === 'object' && type.open) return { code: value.code };
  if (!field) throw new CompileError(`reads the field \`${name}\`, which no schema defines`);
  return { code: member(value.code, name), ...field };
}

/** The value under a key that is itself an expression. */
export function elementOf(value: Value, key: Value, scope: Scope): Value {
  if (value.is !== 'value') throw new CompileError('indexes a number');
  const { type } = value;
  if (type.is === 'list') requireWithin(key, type.maximum);
  if (type.is === 'list' || type.is === 'record') {
    const written = code`${scope.helper('at')}(${value.code}, ${codeOf(key)})`;
    return typedValue(written, type.is === 'list' ? type.items : type.values);
  }
  if (type.is === 'unknown') return inside(value, key, scope);
  throw new CompileError('indexes something that is neither list nor map');
}

/** Throws for the index of an item that no list of at most `maximum` items has. */
function requireWithin(key: Value, maximum: bigint | undefined): void {
  const index = key.is === 'number' ? constantOf(key.terms) : undefined;
  if (!index) return;
  if (index.s < 0n) throw new CompileError('indexes a list with a negative number');
  if (maximum !== undefined && index.compare(new Fraction(maximum)) >= 0)
    throw new CompileError(`reads the item ${index.toFraction()} of a list of at most ${maximum} items`);
}

/** A place in unchecked JSON, read in one call however deep it is. */
function inside(value: Value, key: Value, scope: Scope): Value {
  if (value.is !== 'value') throw new CompileError('reads a field of a number');
  const path = value.path ?? { root: value.code, keys: [] };
  const keys = [...path.keys, codeOf(key)];
  const written = code`${scope.helper('read')}(${join([path.root, ...keys], ', ')})`;
  const field = fieldNamed(value.expected, key);
  if (field?.type.is === 'integer' && !field.optional) return { is: 'number', terms: wholeTerms(written, scope) };
  const expected: Type = field?.type ?? { is: 'unknown' };
  return { is: 'value', code: written, type: { is: 'unknown' }, path: { root: path.root, keys }, expected };
}

function fieldNamed(type: Type | undefined, key: Value): Field | undefined {
  if (type?.is !== 'object' || key.is !== 'value' || key.constant === undefined) return undefined;
  return type.fields.get(key.constant);
}

/** Unchecked JSON as a whole number, which is checked when the formula runs. */
function wholeTerms(written: Code, scope: Scope): Terms {
  return scaled(held(code`${scope.helper('whole')}(${written})`, -largest, largest), new Fraction(1));
}

/** The code of a value that is no number, or of a whole number. */
export function codeOf(value: Value): Code {
  return value.is === 'number' ? wholeNumber(value.terms) : value.code;
}

/** The exact number that a value is; unchecked JSON is checked for being whole when the formula runs. */
export function termsOf(value: Value, scope: Scope): Terms {
  if (value.is === 'number') return value.terms;
  if (value.is === 'value' && value.type.is === 'unknown') {
    return wholeTerms(value.code, scope);
  }
  const what = value.is === 'double' ? 'a number whose decimals no `multipleOf` bounds' : `a ${value.type.is}`;
  throw new CompileError(`calculates with ${what}`);
}

/** The code of a whole number as a `number`. */
function wholeNumber(terms: Terms): Code {
  const integer = count(terms, new Fraction(1));
  if (!integer.safe) throw new CompileError('uses a number that may pass 2^53 outside of a price');
  return integer.code('number');
}
