/** The interpreter of expression trees, on exact fractions. */

import type Fraction from 'fraction.js';
import type { BinaryName, Expression } from '../contract/contract.ts';
import { fromText } from './exact.ts';
import { asList, asNumber, asText, type Call, functions } from './functions.ts';
import { printExpression } from './print.ts';
import { EvaluationError, equal, isMap, kindOf, lift, UnknownValueError, unknownValue, type Value } from './value.ts';

/** Looks a variable up; `undefined` when nothing has that name. */
export type Scope = (name: string) => unknown;

/** Evaluates expressions with the general functions and additional ones. */
export interface Interpreter {
  run(tree: Expression, scope: Scope): Value;
}

type Operator = (left: Value, right: Value) => Value;

const comparisons: Partial<Record<BinaryName, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function compare(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return asNumber(left).compare(asNumber(right));
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string') return left + asText(right);
  if (Array.isArray(left)) return [...left, ...asList(right)];
  return asNumber(left).add(asNumber(right));
}

function divide(left: Value, right: Value): Fraction {
  const divisor = asNumber(right);
  if (divisor.equals(0)) throw new EvaluationError('division by zero');
  return asNumber(left).div(divisor);
}

function remainder(left: Value, right: Value): Fraction {
  const quotient = divide(left, right);
  const whole = quotient.s < 0n ? quotient.ceil() : quotient.floor();
  return asNumber(left).sub(whole.mul(asNumber(right)));
}

function contains(item: Value, container: Value): boolean {
  if (isMap(container)) return Object.hasOwn(container, asText(item));
  return asList(container).some((member) => equal(lift(member), item));
}

const operators: Partial<Record<BinaryName, Operator>> = {
  '+': add,
  '-': (left, right) => asNumber(left).sub(asNumber(right)),
  '*': (left, right) => asNumber(left).mul(asNumber(right)),
  '/': divide,
  '%': remainder,
  '==': equal,
  '!=': (left, right) => !equal(left, right),
  in: contains,
};

function member(container: Value, key: Value): Value {
  if (Array.isArray(container)) {
    const item = container[asNumber(key).valueOf()];
    if (item === undefined) throw new EvaluationError(`there is no item at index ${asNumber(key).toFraction()}`);
    return lift(item);
  }
  if (!isMap(container)) throw new EvaluationError(`a ${kindOf(container)} has no members`);
  const name = asText(key);
  if (!Object.hasOwn(container, name) || container[name] === undefined) {
    throw new EvaluationError(`there is no property "${name}"`);
  }
  if (container[name] === unknownValue) throw new UnknownValueError(`the documents leave "${name}" open`);
  return lift(container[name]);
}

function asBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError(`expected a bool, got a ${kindOf(value)}`);
  return value;
}

/** Creates an interpreter; `more` are additional functions, such as those that read catalogs. */
export function createInterpreter(more: Readonly<Record<string, Call>>): Interpreter {
  return new TreeInterpreter({ ...functions, ...more });
}

class TreeInterpreter implements Interpreter {
  readonly #functions: Readonly<Record<string, Call>>;

  constructor(functions: Readonly<Record<string, Call>>) {
    this.#functions = functions;
  }

  run(tree: Expression, scope: Scope): Value {
    try {
      return this.#compute(tree, scope);
    } catch (error) {
      if (!(error instanceof EvaluationError) || error instanceof UnknownValueError || error.message.includes(' in `'))
        throw error;
      throw new EvaluationError(`${error.message} in \`${printExpression(tree)}\``, { cause: error });
    }
  }

  #compute(tree: Expression, scope: Scope): Value {
    switch (tree.op) {
      case 'number':
        return fromText(tree.value) ?? asNumber(tree.value);
      case 'string':
      case 'bool':
        return tree.value;
      case 'null':
        return null;
      case 'variable':
        return this.#variable(tree.name, scope);
      case 'field':
        return member(this.run(tree.of, scope), tree.name);
      case 'index':
        return member(this.run(tree.of, scope), this.run(tree.key, scope));
      case 'has': {
        const container = this.run(tree.of, scope);
        return isMap(container) && Object.hasOwn(container, tree.name) && container[tree.name] !== undefined;
      }
      case 'call':
        return this.#call(tree.name, tree.args, scope);
      case 'binary':
        return this.#binary(tree.name, tree.left, tree.right, scope);
      case 'not':
        return !asBoolean(this.run(tree.value, scope));
      case 'negate':
        return asNumber(this.run(tree.value, scope)).neg();
      case 'if':
        return this.run(asBoolean(this.run(tree.test, scope)) ? tree.then : tree.otherwise, scope);
      case 'list':
        return tree.items.map((item) => this.run(item, scope));
      case 'map':
        return Object.fromEntries(
          tree.entries.map(([key, value]) => [asText(this.run(key, scope)), this.run(value, scope)] as const),
        );
      case 'macro':
        return this.#macro(tree, scope);
    }
  }

  #variable(name: string, scope: Scope): Value {
    const value = scope(name);
    if (value === undefined) throw new EvaluationError(`there is no variable "${name}"`);
    return lift(value);
  }

  #call(name: string, args: readonly Expression[], scope: Scope): Value {
    const found = this.#functions[name];
    if (!found) throw new EvaluationError(`there is no function "${name}"`);
    return found(args.map((argument) => this.run(argument, scope)));
  }

  #binary(name: BinaryName, left: Expression, right: Expression, scope: Scope): Value {
    if (name === '&&' || name === '||') return this.#joined(name === '||', left, right, scope);
    const [one, other] = [this.run(left, scope), this.run(right, scope)];
    const comparison = comparisons[name];
    if (comparison) return comparison(compare(one, other));
    const operator = operators[name];
    if (!operator) throw new EvaluationError(`there is no operator "${name}"`);
    return operator(one, other);
  }

  /** One side may decide alone, also where the other is unknown. */
  #joined(decisive: boolean, left: Expression, right: Expression, scope: Scope): boolean {
    try {
      return asBoolean(this.run(left, scope)) === decisive ? decisive : asBoolean(this.run(right, scope));
    } catch (error) {
      if (error instanceof UnknownValueError && asBoolean(this.run(right, scope)) === decisive) return decisive;
      throw error;
    }
  }

  #macro(tree: Extract<Expression, { op: 'macro' }>, scope: Scope): Value {
    const container = this.run(tree.of, scope);
    const items = isMap(container) ? Object.keys(container) : asList(container);
    const each = (item: unknown) => this.run(tree.body, (name) => (name === tree.item ? item : scope(name)));
    switch (tree.name) {
      case 'all':
        return items.every((item) => asBoolean(each(item)));
      case 'exists':
        return items.some((item) => asBoolean(each(item)));
      case 'map':
        return items.map(each);
      case 'filter':
        return items.filter((item) => asBoolean(each(item)));
    }
  }
}
