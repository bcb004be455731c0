import { once } from '../common/once.ts';
import type { Expression } from '../model/types.ts';
import { call } from './evaluate-call.ts';
import {
  describe,
  type Environment,
  EvaluationError,
  entriesOf,
  exact,
  isList,
  itemsOf,
  numberOf,
  same,
  stringOf,
  type Value,
} from './values.ts';

/** The value of a number as it is written, which is read once however often its expression is evaluated. */
const literal = once(({ value }: Expression & { readonly op: 'number' }) => exact(value));

/** Evaluates an expression with exact arithmetic. */
export function evaluate(tree: Expression, environment: Environment): Value {
  const of = (inner: Expression): Value => evaluate(inner, environment);
  switch (tree.op) {
    case 'number':
      return literal(tree);
    case 'string':
    case 'bool':
      return tree.value;
    case 'null':
      return null;
    case 'variable':
      return known(environment.variables[tree.name], tree.name);
    case 'field':
      return known(entriesOf(of(tree.of))[tree.name], tree.name);
    case 'has':
      return Object.hasOwn(entriesOf(of(tree.of)), tree.name);
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
      return Object.fromEntries(tree.entries.map(([key, value]) => [stringOf(of(key)), of(value)]));
    case 'macro':
      return macro(tree, of(tree.of), environment);
  }
}

function truth(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`expected a boolean, found ${describe(value)}`);
}

function known(value: Value | undefined, name: string): Value {
  if (value !== undefined) return value;
  throw new EvaluationError(`${JSON.stringify(name)} is undefined`);
}

function at(of: Value, key: Value): Value {
  if (isList(of)) return known(of[Number(numberOf(key).valueOf())], `item ${numberOf(key).toString()}`);
  return known(entriesOf(of)[stringOf(key)], stringOf(key));
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
      if (typeof left === 'string') return left + stringOf(right);
      return isList(left) ? [...left, ...itemsOf(right)] : numberOf(left).add(numberOf(right));
    case '-':
      return numberOf(left).sub(numberOf(right));
    case '*':
      return numberOf(left).mul(numberOf(right));
    case '/':
      if (numberOf(right).equals(0)) throw new EvaluationError('division by zero');
      return numberOf(left).div(numberOf(right));
    case '%':
      return numberOf(left).mod(numberOf(right));
    default:
      return compared(tree.name, order(left, right));
  }
}

function order(left: Value, right: Value): number {
  if (typeof left === 'string') return left < stringOf(right) ? -1 : left === right ? 0 : 1;
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
