import { Fraction } from 'fraction.js';
import type { Expression } from '../../model/types.ts';
import { type Code, code, member } from '../../output/code.ts';
import { CompileError } from './compile-error.ts';
import { held } from './integer.ts';
import { constant, constantOf, multiplyBy, pick, round, scaled, type Terms } from './terms.ts';
import type { Type } from './types.ts';
import { codeOf, condition, type Scope, termsOf, text, typedValue, type Value } from './value.ts';

type Compile = (argument: Expression) => Value;
type Call = (values: readonly Value[], scope: Scope) => Value;

const one = new Fraction(1);

/**
 * No JSON body holds more characters than one string can.
 *
 * A body is read as a single string, and those end below 2^29 UTF-16 units.
 */
const longestText = 2n ** 29n;

/** A UTF-16 unit takes at most three bytes. */
const maxJsonBytes = 3n * longestText;

/** Compiles a call. */
export function compileCall(name: string, args: readonly Expression[], compile: Compile, scope: Scope): Value {
  if (name === 'catalog' || name === 'known') return catalogCall(name, args, compile, scope);
  const found = calls[name];
  if (!found) throw new CompileError(`calls \`${name}\`, which is no function`);
  return found(args.map(compile), scope);
}

function catalogCall(name: string, args: readonly Expression[], compile: Compile, scope: Scope): Value {
  const [id, key] = args;
  if (id?.op !== 'string' || !key) throw new CompileError(`calls \`${name}\` without a catalog and a key`);
  const { type, map } = scope.catalog(id.value);
  const written = codeOf(compile(key));
  if (name === 'known') return condition(code`${map}.has(${written})`);
  return typedValue(code`${scope.helper('lookup')}(${map}, ${written})`, type);
}

const calls: Readonly<Record<string, Call>> = {
  size: ([value], scope) => size(needed(value), scope),
  characters: ([value], scope) => characters(needed(value), scope),
  prompt_bytes: ([value], scope) => count(code`${scope.helper('promptBytes')}(${codeOf(needed(value))})`, maxJsonBytes),
  min: (values, scope) => number(pick('min', numbers(values, scope), scope.helper)),
  max: (values, scope) => number(pick('max', numbers(values, scope), scope.helper)),
  ceil: ([value], scope) => whole(value, 'up', scope),
  floor: ([value], scope) => whole(value, 'down', scope),
  round: ([value], scope) => whole(value, 'half-up', scope),
  abs: ([value], scope) => absolute(termsOf(needed(value), scope), scope),
  sum: ([value], scope) => total(needed(value), scope),
  string: ([value]) => {
    const found = needed(value);
    return found.is === 'value' && found.type.is === 'string' ? found : text(code`String(${codeOf(found)})`);
  },
  number: ([value], scope) => number(termsOf(needed(value), scope)),
  keys: ([value]) => list(code`Object.keys(${codeOf(needed(value))})`, { is: 'string' }),
  distinct: ([value], scope) => {
    const found = needed(value);
    const type: Type = found.is === 'value' ? found.type : { is: 'unknown' };
    return { is: 'value', code: code`${scope.helper('distinct')}(${codeOf(found)})`, type };
  },
  lower: ([value]) => text(code`${codeOf(needed(value))}.toLowerCase()`),
  trim: ([value]) => text(code`${codeOf(needed(value))}.trim()`),
  without_prefix: ([value, prefix], scope) =>
    text(code`${scope.helper('withoutPrefix')}(${codeOf(needed(value))}, ${codeOf(needed(prefix))})`),
  split: ([value, separator]) =>
    list(code`${codeOf(needed(value))}.split(${codeOf(needed(separator))})`, { is: 'string' }),
  startsWith: ([value, part]) => condition(code`${codeOf(needed(value))}.startsWith(${codeOf(needed(part))})`),
  endsWith: ([value, part]) => condition(code`${codeOf(needed(value))}.endsWith(${codeOf(needed(part))})`),
  contains: ([value, part]) => condition(code`${codeOf(needed(value))}.includes(${codeOf(needed(part))})`),
  matches: ([value, pattern]) => condition(code`${expression(needed(pattern))}.test(${codeOf(needed(value))})`),
  is_string: ([value]) => kind(value, ['string'], (read) => code`typeof ${read} === 'string'`),
  is_bool: ([value]) => kind(value, ['boolean'], (read) => code`typeof ${read} === 'boolean'`),
  is_number: ([value]) =>
    value?.is === 'value' ? kind(value, [], (read) => code`typeof ${read} === 'number'`) : condition(true),
  is_null: ([value]) => kind(value, ['null'], (read) => code`${read} === null`),
  is_list: ([value]) => kind(value, ['list'], (read) => code`Array.isArray(${read})`),
  is_map: ([value], scope) => kind(value, ['object', 'record'], (read) => code`${scope.helper('isObject')}(${read})`),
};

function needed(value: Value | undefined): Value {
  if (!value) throw new CompileError('calls a function with too few arguments');
  return value;
}

function number(terms: Terms): Value {
  return { is: 'number', terms };
}

function count(counted: Code, maximum: bigint): Value {
  return number(scaled(held(counted, 0n, maximum), one));
}

function list(written: Code, items: Type): Value {
  return { is: 'value', code: written, type: { is: 'list', items } };
}

function whole(value: Value | undefined, rounding: 'up' | 'down' | 'half-up', scope: Scope): Value {
  const terms = termsOf(needed(value), scope);
  const fixed = constantOf(terms);
  if (!fixed) return number(scaled(round(terms, one, rounding, scope.helper), one));
  const made = { up: () => fixed.ceil(), down: () => fixed.floor(), 'half-up': () => fixed.add(0.5).floor() };
  return number(constant(made[rounding]()));
}

function characters(value: Value, scope: Scope): Value {
  const limit = value.is === 'value' && value.type.is === 'string' ? value.type.maximum : undefined;
  return count(code`${scope.helper('characters')}(${codeOf(value)})`, limit ?? longestText);
}

function size(value: Value, scope: Scope): Value {
  if (value.is !== 'value') throw new CompileError('takes the size of a number');
  const { code: read, type } = value;
  if (type.is === 'string') return characters(value, scope);
  if (type.is === 'list') return count(member(read, 'length'), type.maximum ?? longestText);
  return count(code`${scope.helper('size')}(${read})`, longestText);
}

/** `min` and `max` take their numbers one by one. */
function numbers(values: readonly Value[], scope: Scope): Terms[] {
  return values.map((value) => termsOf(value, scope));
}

function absolute(terms: Terms, scope: Scope): Value {
  const fixed = constantOf(terms);
  if (fixed) return number(constant(fixed.abs()));
  return number(pick('max', [terms, multiplyBy(terms, new Fraction(-1))], scope.helper));
}

function total(value: Value, scope: Scope): Value {
  const items = value.is === 'value' && value.type.is === 'list' ? value.type.items : undefined;
  if (items?.is !== 'integer') throw new CompileError('sums values that are not whole numbers');
  const sum = held(code`${scope.helper('sum')}(${codeOf(value)})`, undefined, undefined, true);
  return number(scaled(sum, new Fraction(1n, 10n ** BigInt(items.places))));
}

/** Decided here where the type is known, else when the formula runs. */
function kind(value: Value | undefined, types: readonly Type['is'][], test: (read: Code) => Code): Value {
  const found = needed(value);
  if (found.is !== 'value') return condition(false);
  return condition(found.type.is === 'unknown' ? test(found.code) : types.includes(found.type.is));
}

function expression(pattern: Value): string {
  if (pattern.is !== 'value' || pattern.constant === undefined) {
    throw new CompileError('matches a pattern that is no constant');
  }
  return String(new RegExp(pattern.constant, 'u'));
}
