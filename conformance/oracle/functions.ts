/** The functions of expressions, on exact values. */

import Fraction from 'fraction.js';
import { decimalText, fromText } from './exact.ts';
import { moneyIn } from './figures.ts';
import { EvaluationError, equal, isMap, kindOf, lift, type Value } from './value.ts';

/** The implementation of a function. */
export type Call = (args: readonly Value[]) => Value;

const half = new Fraction(1, 2);

function argument(args: readonly Value[], index: number): Value {
  const value = args[index];
  if (value === undefined) throw new EvaluationError(`argument ${index + 1} is missing`);
  return value;
}

/** The value as a number; throws for any other kind. */
export function asNumber(value: Value): Fraction {
  if (!(value instanceof Fraction)) throw new EvaluationError(`expected a number, got a ${kindOf(value)}`);
  return value;
}

/** The value as a string; throws for any other kind. */
export function asText(value: Value): string {
  if (typeof value !== 'string') throw new EvaluationError(`expected a string, got a ${kindOf(value)}`);
  return value;
}

/** The value as a list; throws for any other kind. */
export function asList(value: Value): readonly unknown[] {
  if (!Array.isArray(value)) throw new EvaluationError(`expected a list, got a ${kindOf(value)}`);
  return value;
}

function asMap(value: Value): Readonly<Record<string, unknown>> {
  if (!isMap(value)) throw new EvaluationError(`expected a map, got a ${kindOf(value)}`);
  return value;
}

/** Two UTF-16 units that are one code point. */
const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Code points of a text. */
export function characters(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0);
}

/** Bytes of JSON. The fields of a map that are numbers, booleans or null are not part of a prompt. */
function promptBytes(value: Value): number {
  const settings = new Set(['number', 'boolean']);
  const isSetting = (field: unknown) => field === null || settings.has(typeof field);
  const prompt = isMap(value) ? { ...value } : value;
  if (isMap(prompt)) for (const [name, field] of Object.entries(prompt)) if (isSetting(field)) delete prompt[name];
  return Buffer.from(JSON.stringify(prompt)).length;
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return characters(value);
  if (Array.isArray(value)) return value.length;
  return Object.keys(asMap(value)).length;
}

/** Numbers given one by one or as one list. */
function numbers(args: readonly Value[]): readonly Fraction[] {
  const only = args.length === 1 ? argument(args, 0) : undefined;
  return (Array.isArray(only) ? only.map(lift) : args).map(asNumber);
}

function extreme(args: readonly Value[], better: (one: Fraction, other: Fraction) => boolean): Fraction {
  const [first, ...rest] = numbers(args);
  if (!first) throw new EvaluationError('min and max need at least one number');
  return rest.reduce((best, next) => (better(next, best) ? next : best), first);
}

function distinct(list: readonly unknown[]): readonly unknown[] {
  return list.filter((item, index) => list.findIndex((other) => equal(lift(other), lift(item))) === index);
}

function toText(value: Value): string {
  if (value instanceof Fraction) return decimalText(value);
  if (typeof value === 'boolean') return String(value);
  return asText(value);
}

function toNumber(value: Value): Fraction {
  if (value instanceof Fraction) return value;
  const number = fromText(asText(value));
  if (!number) throw new EvaluationError(`"${value}" is not a number`);
  return number;
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function isKind(kind: ReturnType<typeof kindOf>): Call {
  return (args) => kindOf(argument(args, 0)) === kind;
}

/** The general functions by name: those that read no catalogs and are no macros. */
export const functions: Readonly<Record<string, Call>> = {
  size: (args) => new Fraction(sizeOf(argument(args, 0))),
  min: (args) => extreme(args, (one, other) => one.lt(other)),
  max: (args) => extreme(args, (one, other) => one.gt(other)),
  ceil: (args) => asNumber(argument(args, 0)).ceil(),
  floor: (args) => asNumber(argument(args, 0)).floor(),
  round: (args) => asNumber(argument(args, 0)).add(half).floor(),
  sum: (args) => numbers(args).reduce((sum, next) => sum.add(next), new Fraction(0)),
  abs: (args) => asNumber(argument(args, 0)).abs(),
  string: (args) => toText(argument(args, 0)),
  number: (args) => toNumber(argument(args, 0)),
  characters: (args) => new Fraction(characters(asText(argument(args, 0)))),
  prompt_bytes: (args) => new Fraction(promptBytes(argument(args, 0))),
  figures: (args) => moneyIn(argument(args, 0)),
  keys: (args) => Object.keys(asMap(argument(args, 0))),
  distinct: (args) => distinct(asList(argument(args, 0))),
  lower: (args) => asText(argument(args, 0)).toLowerCase(),
  trim: (args) => asText(argument(args, 0)).trim(),
  without_prefix: (args) => withoutPrefix(asText(argument(args, 0)), asText(argument(args, 1))),
  split: (args) => asText(argument(args, 0)).split(asText(argument(args, 1))),
  is_string: isKind('string'),
  is_list: isKind('list'),
  is_map: isKind('map'),
  is_number: isKind('number'),
  is_bool: isKind('bool'),
  is_null: isKind('null'),
  startsWith: (args) => asText(argument(args, 0)).startsWith(asText(argument(args, 1))),
  endsWith: (args) => asText(argument(args, 0)).endsWith(asText(argument(args, 1))),
  contains: (args) => asText(argument(args, 0)).includes(asText(argument(args, 1))),
  matches: (args) => new RegExp(asText(argument(args, 1)), 'u').test(asText(argument(args, 0))),
};
