import { Fraction } from 'fraction.js';
import type { BinaryName } from '../../model/types.ts';
import { type Code, code } from '../../output/code.ts';
import { CompileError } from './compile-error.ts';
import { constantOf, count, type Terms, unitOf } from './terms.ts';
import { codeOf, condition, type Scope, termsOf, type Value } from './value.ts';

const operators: Partial<Record<BinaryName, string>> = {
  '==': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Compiles a comparison. */
export function compare(name: BinaryName, left: Value, right: Value, scope: Scope): Value {
  const operator = operators[name];
  if (!operator) throw new CompileError(`compares with \`${name}\``);
  const loose = [left, right].some(({ is }) => is === 'double');
  if (loose) return condition(code`${plain(left)} ${operator} ${plain(right)}`);
  const equality = name === '==' || name === '!=';
  if (equality && isUnchecked(left) && right.is === 'number')
    return condition(code`${codeOf(left)} ${operator} ${plain(right)}`);
  if (left.is === 'number' || right.is === 'number')
    return numbers(operator, termsOf(left, scope), termsOf(right, scope));
  if (equality) return equals(name, left, right, scope);
  return condition(code`${scope.helper('compareText')}(${left.code}, ${right.code}) ${operator} 0`);
}

function isUnchecked(value: Value): boolean {
  return value.is === 'value' && value.type.is === 'unknown';
}

function numbers(operator: string, left: Terms, right: Terms): Value {
  const unit = unitOf(left, right);
  const [a, b] = [count(left, unit), count(right, unit)];
  // A bare field keeps its order with a constant, however great it is.
  const bare = left.length === 1 && left[0]?.factors.length === 1 && constantOf(right) !== undefined && unit.equals(1);
  const mode = (a.safe && b.safe) || (bare && left[0]?.coefficient.equals(1)) ? 'number' : 'bigint';
  return condition(code`${a.code(mode)} ${operator} ${b.code(mode)}`);
}

/** A number beside a `number` with decimals of its own: both sides are read from decimal text the same way. */
function plain(value: Value): Code {
  if (value.is !== 'number') return value.code;
  const constant = constantOf(value.terms);
  return constant ? decimalText(constant) : count(value.terms, new Fraction(1)).code('number');
}

/** A constant as decimal text. */
export function decimalText(value: Fraction): string {
  const text = value.toString(60);
  if (text.includes('(')) throw new CompileError(`${value.toFraction()} has no end as a decimal`);
  return text;
}

function equals(name: BinaryName, left: Value, right: Value, scope: Scope): Value {
  if (left.is !== 'value' || right.is !== 'value') throw new CompileError('compares values of different kinds');
  const simple = [left, right].some(({ type }) => ['string', 'boolean', 'null'].includes(type.is));
  if (simple) return condition(code`${left.code} ${name === '==' ? '===' : '!=='} ${right.code}`);
  return condition(code`${name === '==' ? '' : '!'}${scope.helper('equal')}(${left.code}, ${right.code})`);
}
