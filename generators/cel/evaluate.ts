import Fraction from 'fraction.js';
import type { Expression } from '../model/types.ts';
import { call } from './evaluate-call.ts';

/** A value of an expression: JSON in which every number is an exact fraction. */
export type Value = null | boolean | string | Fraction | readonly Value[] | Fields;

/** A map of values. */
export interface Fields {
  readonly [name: string]: Value;
}

/** What an expression is evaluated with. */
export interface Environment {
  readonly variables: Fields;
  /** The entry of a catalog by its key. */
  entry(catalog: string, key: string): Value | undefined;
  /** Keys of a catalog. */
  keys(catalog: string): readonly string[];
}

/** An expression that has no value for its variables. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

/** Evaluates an expression exactly: a quarter is a quarter, whatever the numbers. */
export function evaluate(tree: Expression, environment: Environment): Value {
  const of = (inner: Expression): Value => evaluate(inner, environment);
  switch (tree.op) {
    case 'number':
      return exact(tree.value);
    case 'string':
    case 'bool':
      return tree.value;
    case 'null':
      return null;
    case 'variable':
      return known(environment.variables[tree.name], tree.name);
    case 'field':
      return known(fieldsOf(of(tree.of))[tree.name], tree.name);
    case 'has':
      return Object.hasOwn(fieldsOf(of(tree.of)), tree.name);
    case 'index':
      return at(of(tree.of), of(tree.key));
    case 'call':
      return call(tree.name, tree.args.map(of), environment);
    case 'binary':
      return binary(tree, of);
    case 'not':
      return !truth(of(tree.value));
    case 'negate':
      return numberOf(of(tree.value)).neg();
    case 'if':
      return truth(of(tree.test)) ? of(tree.then) : of(tree.otherwise);
    case 'list':
      return tree.items.map(of);
    case 'map':
      return Object.fromEntries(tree.entries.map(([key, value]) => [textOf(of(key)), of(value)]));
    case 'macro':
      return macro(tree, of(tree.of), environment);
  }
}

/** A JSON value with exact numbers; `decimals` makes numbers of decimal text too, as in catalogs. */
export function lift(value: unknown, decimals = false): Value {
  if (typeof value === 'number') return exact(String(value));
  if (typeof value === 'string') return decimals && /^-?\d+(\.\d+)?$/.test(value) ? exact(value) : value;
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => lift(item, decimals));
  if (typeof value !== 'object') throw new EvaluationError('there is no value');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lift(inner, decimals)]));
}

/** The exact value of decimal text, with or without an exponent. */
export function exact(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new EvaluationError(`${text} is not a plain decimal`);
  const [digits = '', exponent] = text.toLowerCase().split('e');
  return exponent === undefined
    ? new Fraction(digits)
    : new Fraction(digits).mul(new Fraction(10).pow(Number(exponent)) ?? 1);
}

/** The number that a value is. */
export function numberOf(value: Value | undefined): Fraction {
  if (value instanceof Fraction) return value;
  throw new EvaluationError(`${describe(value)} stands where a number is needed`);
}

/** The text that a value is. */
export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError(`${describe(value)} stands where text is needed`);
}

/** The list that a value is; the keys of a map. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (isList(value)) return value;
  return Object.keys(fieldsOf(value));
}

/** The fields of a map. */
export function fieldsOf(value: Value | undefined): Fields {
  if (typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction)) return value;
  throw new EvaluationError(`${describe(value)} stands where an object is needed`);
}

/** Tells whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Tells whether two values are the same throughout. */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Fraction) return b instanceof Fraction && a.equals(b);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (typeof a !== 'object' || a === null) return a === b;
  if (typeof b !== 'object' || b === null || isList(b) || b instanceof Fraction) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
}

function truth(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`${describe(value)} stands where true or false is needed`);
}

function known(value: Value | undefined, name: string): Value {
  if (value !== undefined) return value;
  throw new EvaluationError(`there is no ${JSON.stringify(name)}`);
}

function at(of: Value, key: Value): Value {
  if (isList(of)) return known(of[Number(numberOf(key).valueOf())], `item ${numberOf(key).toString()}`);
  return known(fieldsOf(of)[textOf(key)], textOf(key));
}

function binary(tree: Expression & { op: 'binary' }, of: (inner: Expression) => Value): Value {
  if (tree.name === '&&') return truth(of(tree.left)) && truth(of(tree.right));
  if (tree.name === '||') return truth(of(tree.left)) || truth(of(tree.right));
  const [left, right] = [of(tree.left), of(tree.right)];
  switch (tree.name) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case 'in':
      return itemsOf(right).some((item) => same(item, left));
    case '+':
      if (typeof left === 'string') return left + textOf(right);
      return isList(left) ? [...left, ...itemsOf(right)] : numberOf(left).add(numberOf(right));
    case '-':
      return numberOf(left).sub(numberOf(right));
    case '*':
      return numberOf(left).mul(numberOf(right));
    case '/':
      if (numberOf(right).equals(0)) throw new EvaluationError('a division by zero');
      return numberOf(left).div(numberOf(right));
    case '%':
      return numberOf(left).mod(numberOf(right));
    default:
      return compared(tree.name, order(left, right));
  }
}

function order(left: Value, right: Value): number {
  if (typeof left === 'string') return left < textOf(right) ? -1 : left === right ? 0 : 1;
  return numberOf(left).compare(numberOf(right));
}

function compared(name: '<' | '<=' | '>' | '>=', difference: number): boolean {
  if (difference === 0) return name === '<=' || name === '>=';
  return difference < 0 ? name.startsWith('<') : name.startsWith('>');
}

function macro(tree: Expression & { op: 'macro' }, over: Value, environment: Environment): Value {
  const each = (item: Value): Value =>
    evaluate(tree.body, { ...environment, variables: { ...environment.variables, [tree.item]: item } });
  const items = itemsOf(over);
  if (tree.name === 'map') return items.map(each);
  if (tree.name === 'filter') return items.filter((item) => truth(each(item)));
  return tree.name === 'all' ? items.every((item) => truth(each(item))) : items.some((item) => truth(each(item)));
}

/** A value in words. */
export function describe(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Fraction) return value.toString();
  return isList(value) ? 'a list' : typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}
