import { Fraction } from 'fraction.js';
import { CompileError } from './compile-error.ts';
import { held, largest } from './integer.ts';
import { count, scaled, type Terms, unitOfPlaces } from './terms.ts';
import type { Type } from './types.ts';

/** A compiled expression. */
export type Value =
  /** An exact number. */
  | { readonly is: 'number'; readonly terms: Terms }
  /** A `number` with decimals of its own: it can be compared, not reckoned with. */
  | { readonly is: 'double'; readonly code: string }
  /** Anything else; `path` is where unchecked JSON was read from, `expected` what a schema says of it. */
  | {
      readonly is: 'value';
      readonly code: string;
      readonly type: Type;
      readonly path?: Path;
      readonly expected?: Type;
    };

/** A place inside unchecked JSON: the text of its root and the texts of its keys. */
interface Path {
  readonly root: string;
  readonly keys: readonly string[];
}

/** What a compiler needs from the module that it writes into. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Value>;
  /** The type of a catalog's entries and the name under which its map is imported. */
  readonly catalog: (id: string) => { readonly type: Type; readonly use: () => string };
  /** Imports a runtime helper and returns its name. */
  readonly helper: (name: string) => string;
  /** Texts of the optional fields that are known to be there. */
  readonly present: ReadonlySet<string>;
}

/** Wraps the text of a value of a known type. */
export function typedValue(code: string, type: Type): Value {
  if (type.is === 'integer') {
    return { is: 'number', terms: scaled(held(code, type.minimum, type.maximum), unitOfPlaces(type.places)) };
  }
  if (type.is !== 'double') return { is: 'value', code, type };
  if (type.places === undefined) return { is: 'double', code };
  const units = `Math.round(${code} * ${10 ** type.places})`;
  return { is: 'number', terms: scaled(held(units, type.minimum, type.maximum), unitOfPlaces(type.places)) };
}

/** The root of unchecked JSON, and what its schema lets expect. */
export function uncheckedRoot(root: string, expected: Type = { is: 'unknown' }): Value {
  return { is: 'value', code: root, type: { is: 'unknown' }, path: { root, keys: [] }, expected };
}

/** A condition. */
export function condition(code: string): Value {
  return { is: 'value', code, type: { is: 'boolean' } };
}

/** A text. */
export function text(code: string): Value {
  return { is: 'value', code, type: { is: 'string' } };
}

/** The field of an object, the entry of a record, or a place in unchecked JSON. */
export function fieldOf(value: Value, name: string, scope: Scope): Value {
  const { code, optional, type } = accessed(value, name, scope);
  if (!type) return inside(value, JSON.stringify(name), scope);
  return typedValue(optional && !scope.present.has(code) ? `${scope.helper('present')}(${code})` : code, type);
}

/** The text of `value.name` when the type knows the field. */
export function accessed(value: Value, name: string, scope: Scope): { code: string; type?: Type; optional?: boolean } {
  if (value.is !== 'value') throw new CompileError(`reads the field \`${name}\` of a number`);
  const { code, type } = value;
  if (type.is === 'record')
    return { code: `${scope.helper('at')}(${code}, ${JSON.stringify(name)})`, type: type.values };
  if (type.is === 'unknown') return { code };
  const field = type.is === 'object' ? type.fields.get(name) : undefined;
  if (!field) throw new CompileError(`reads the field \`${name}\`, which no schema defines`);
  return { code: property(code, name), ...field };
}

/** The text of a property access. */
export function property(code: string, name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? `${code}.${name}` : `${code}[${JSON.stringify(name)}]`;
}

/** The value under a key that is itself an expression. */
export function elementOf(value: Value, key: Value, scope: Scope): Value {
  if (value.is !== 'value') throw new CompileError('indexes a number');
  const { type, code } = value;
  const written = key.is === 'number' ? wholeText(key.terms) : codeOf(key);
  if (type.is === 'list' || type.is === 'record') {
    return typedValue(`${scope.helper('at')}(${code}, ${written})`, type.is === 'list' ? type.items : type.values);
  }
  if (type.is === 'unknown') return inside(value, written, scope);
  throw new CompileError('indexes something that is neither list nor map');
}

/** A place in unchecked JSON, read in one call however deep it is. */
function inside(value: Value, key: string, scope: Scope): Value {
  if (value.is !== 'value') throw new CompileError('reads a field of a number');
  const path = value.path ?? { root: value.code, keys: [] };
  const keys = [...path.keys, key];
  const code = `${scope.helper('read')}(${[path.root, ...keys].join(', ')})`;
  const field = value.expected?.is === 'object' ? value.expected.fields.get(key.replace(/^"|"$/g, '')) : undefined;
  if (field?.type.is === 'integer' && !field.optional) return { is: 'number', terms: wholeTerms(code, scope) };
  const expected: Type = field?.type ?? { is: 'unknown' };
  return { is: 'value', code, type: { is: 'unknown' }, path: { root: path.root, keys }, expected };
}

/** Unchecked JSON as a whole number, which is checked when the formula runs. */
function wholeTerms(code: string, scope: Scope): Terms {
  return scaled(held(`${scope.helper('whole')}(${code})`, -largest, largest), new Fraction(1));
}

/** The text of a value that is no number, or of a whole number. */
export function codeOf(value: Value): string {
  return value.is === 'number' ? wholeText(value.terms) : value.code;
}

/** The exact number that a value is; unchecked JSON is checked for being whole when the formula runs. */
export function termsOf(value: Value, scope: Scope): Terms {
  if (value.is === 'number') return value.terms;
  if (value.is === 'value' && value.type.is === 'unknown') {
    return wholeTerms(value.code, scope);
  }
  const what = value.is === 'double' ? 'a number whose decimals no `multipleOf` bounds' : `a ${value.type.is}`;
  throw new CompileError(`reckons with ${what}`);
}

/** The text of a whole number as a `number`. */
export function wholeText(terms: Terms): string {
  const integer = count(terms, new Fraction(1));
  if (!integer.safe) throw new CompileError('uses a number that may pass 2^53 outside of a price');
  return integer.code('number');
}
