import Fraction from 'fraction.js';
import {
  type Environment,
  EvaluationError,
  exact,
  fieldsOf,
  isList,
  itemsOf,
  numberOf,
  same,
  textOf,
  type Value,
} from './evaluate.ts';

type Call = (args: readonly Value[], environment: Environment) => Value;

const half = new Fraction(1, 2);
const zero = new Fraction(0);

/** Every function of expressions. */
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
  number: ([value]) => (value instanceof Fraction ? value : decimal(textOf(value))),
  characters: ([value]) => new Fraction([...textOf(value)].length),
  text_length: ([value]) => new Fraction(textLength(value)),
  figures: ([value]) => figures(value),
  catalog: ([id, key], { entry }) => {
    const found = entry(textOf(id), textOf(key));
    if (found === undefined) throw new EvaluationError(`the catalog ${textOf(id)} has no ${JSON.stringify(key)}`);
    return found;
  },
  known: ([id, key], { entry }) => entry(textOf(id), textOf(key)) !== undefined,
  catalog_keys: ([id], { keys }) => keys(textOf(id)),
  keys: ([value]) => Object.keys(fieldsOf(value)),
  distinct: ([value]) =>
    itemsOf(value).filter((item, index, all) => all.findIndex((other) => same(other, item)) === index),
  lower: ([value]) => textOf(value).toLowerCase(),
  trim: ([value]) => textOf(value).trim(),
  without_prefix: ([value, prefix]) => {
    const [text, start] = [textOf(value), textOf(prefix)];
    return text.startsWith(start) ? text.slice(start.length) : text;
  },
  split: ([value, by]) => textOf(value).split(textOf(by)),
  is_string: ([value]) => typeof value === 'string',
  is_list: ([value]) => isList(value),
  is_map: ([value]) => typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction),
  is_number: ([value]) => value instanceof Fraction,
  is_bool: ([value]) => typeof value === 'boolean',
  is_null: ([value]) => value === null,
  startsWith: ([value, part]) => textOf(value).startsWith(textOf(part)),
  endsWith: ([value, part]) => textOf(value).endsWith(textOf(part)),
  contains: ([value, part]) => textOf(value).includes(textOf(part)),
  matches: ([value, pattern]) => new RegExp(textOf(pattern), 'u').test(textOf(value)),
};

/** Calls a function by name. */
export function call(name: string, args: readonly Value[], environment: Environment): Value {
  const made = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!made) throw new EvaluationError(`there is no function ${name}`);
  return made(args, environment);
}

/** Numbers given one by one, or as one list. */
function numbers(args: readonly Value[]): readonly Fraction[] {
  const given = args.flatMap((value) => (isList(value) ? value : [value])).map(numberOf);
  if (given.length === 0) throw new EvaluationError('there is nothing to choose from');
  return given;
}

function decimal(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new EvaluationError(`${JSON.stringify(text)} is not a number`);
  return exact(text);
}

/** The numbers and decimal texts within a value, but for those as large as times in seconds since 1970. */
function figures(value: Value | undefined): readonly Fraction[] {
  if (typeof value === 'object' && value !== null && !(value instanceof Fraction)) {
    return Object.values(value).flatMap((inner: Value) => figures(inner));
  }
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? exact(value) : value;
  return number instanceof Fraction && number.compare(1_000_000_000) < 0 ? [number] : [];
}

function textLength(value: Value | undefined): number {
  if (typeof value === 'string') return [...value].length;
  if (typeof value !== 'object' || value === null || value instanceof Fraction) return 0;
  return Object.values(value).reduce<number>((total, inner) => total + textLength(inner), 0);
}
