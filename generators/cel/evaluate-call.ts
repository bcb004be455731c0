import Fraction from 'fraction.js';
import type { Environment, Value } from './values.ts';
import { EvaluationError, entriesOf, exact, isList, itemsOf, numberOf, same, stringOf } from './values.ts';

type Call = (args: readonly Value[], environment: Environment) => Value;

const half = new Fraction(1, 2);
const zero = new Fraction(0);

/** Every CEL function by name. */
const calls: Readonly<Record<string, Call>> = {
  size: ([value]) => new Fraction(typeof value === 'string' ? [...value].length : itemsOf(value).length),
  min: (args) => numbers(args).reduce((a, b) => (b.compare(a) < 0 ? b : a)),
  max: (args) => numbers(args).reduce((a, b) => (b.compare(a) > 0 ? b : a)),
  ceil: ([value]) => numberOf(value).ceil(),
  floor: ([value]) => numberOf(value).floor(),
  round: ([value]) => numberOf(value).add(half).floor(),
  abs: ([value]) => numberOf(value).abs(),
  sum: ([value]) => itemsOf(value).reduce<Fraction>((total, item) => total.add(numberOf(item)), zero),
  string: ([value]) =>
    value instanceof Fraction ? value.toString() : typeof value === 'string' ? value : JSON.stringify(value),
  number: ([value]) => (value instanceof Fraction ? value : decimal(stringOf(value))),
  characters: ([value]) => new Fraction([...stringOf(value)].length),
  prompt_bytes: ([value]) => new Fraction(promptBytes(value)),
  figures: ([value]) => figures(value),
  catalog: ([id, key], { entry }) => {
    const found = entry(stringOf(id), stringOf(key));
    if (found === undefined)
      throw new EvaluationError(`the catalog ${stringOf(id)} has no entry ${JSON.stringify(key)}`);
    return found;
  },
  known: ([id, key], { entry }) => entry(stringOf(id), stringOf(key)) !== undefined,
  catalog_keys: ([id], { keys }) => keys(stringOf(id)),
  keys: ([value]) => Object.keys(entriesOf(value)),
  distinct: ([value]) =>
    itemsOf(value).filter((item, index, all) => all.findIndex((other) => same(other, item)) === index),
  lower: ([value]) => stringOf(value).toLowerCase(),
  trim: ([value]) => stringOf(value).trim(),
  without_prefix: ([value, prefix]) => {
    const [text, start] = [stringOf(value), stringOf(prefix)];
    return text.startsWith(start) ? text.slice(start.length) : text;
  },
  split: ([value, by]) => stringOf(value).split(stringOf(by)),
  is_string: ([value]) => typeof value === 'string',
  is_list: ([value]) => isList(value),
  is_map: ([value]) => typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction),
  is_number: ([value]) => value instanceof Fraction,
  is_bool: ([value]) => typeof value === 'boolean',
  is_null: ([value]) => value === null,
  startsWith: ([value, part]) => stringOf(value).startsWith(stringOf(part)),
  endsWith: ([value, part]) => stringOf(value).endsWith(stringOf(part)),
  contains: ([value, part]) => stringOf(value).includes(stringOf(part)),
  matches: ([value, pattern]) => new RegExp(stringOf(pattern), 'u').test(stringOf(value)),
};

/** Calls a CEL function by name. */
export function call(name: string, args: readonly Value[], environment: Environment): Value {
  const made = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!made) throw new EvaluationError(`unknown function ${name}`);
  return made(args, environment);
}

/** Numbers passed as arguments or as a list. */
function numbers(args: readonly Value[]): readonly Fraction[] {
  const given = args.flatMap((value) => (isList(value) ? value : [value])).map(numberOf);
  if (given.length === 0) throw new EvaluationError('expected at least one number, found none');
  return given;
}

function decimal(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new EvaluationError(`${JSON.stringify(text)} is not a number`);
  return exact(text);
}

/** The numbers and decimal strings within a value, except those as large as Unix times. */
function figures(value: Value | undefined): readonly Fraction[] {
  if (typeof value === 'object' && value !== null && !(value instanceof Fraction)) {
    return Object.values(value).flatMap((inner: Value) => figures(inner));
  }
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? exact(value) : value;
  return number instanceof Fraction && number.compare(1_000_000_000) < 0 ? [number] : [];
}

/** Bytes of a value as JSON, without the entries of a map that are numbers, booleans or nulls. */
function promptBytes(value: Value | undefined): number {
  const isRead = (inner: Value) =>
    typeof inner === 'string' || (typeof inner === 'object' && inner !== null && !(inner instanceof Fraction));
  const isMap = typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction);
  const read = isMap ? Object.fromEntries(Object.entries(value).filter(([, inner]) => isRead(inner))) : value;
  const text = JSON.stringify(read, (_key, inner) => (inner instanceof Fraction ? inner.valueOf() : inner));
  return new TextEncoder().encode(text).length;
}
