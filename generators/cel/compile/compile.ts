import { Fraction } from 'fraction.js';
import type { Expression, Formula } from '../../model/types.ts';
import { binding, type Code, code, join, variable } from '../../output/code.ts';
import { compare } from './compare.ts';
import { CompileError } from './compile-error.ts';
import { compileCall } from './functions.ts';
import { implied } from './implied.ts';
import { add, choose, constant, divide, multiply, multiplyBy } from './terms.ts';
import {
  accessed,
  codeOf,
  condition,
  constantText,
  elementOf,
  fieldOf,
  type Scope,
  termsOf,
  text,
  typedValue,
  type Value,
} from './value.ts';

/** Compiles a formula to an exact TypeScript expression; a failure names the formula. */
export function compileFormula(formula: Formula, scope: Scope): Value {
  try {
    return compile(formula.tree, scope);
  } catch (error) {
    if (error instanceof CompileError) throw new CompileError(`\`${formula.text}\` ${error.message}.`, formula.text);
    throw error;
  }
}

/** Compiles a condition to a boolean expression. */
export function compileCondition(formula: Formula, scope: Scope): Code {
  const value = compileFormula(formula, scope);
  const isCondition = value.is === 'value' && (value.type.is === 'boolean' || value.type.is === 'unknown');
  if (!isCondition) throw new CompileError(`\`${formula.text}\` is no condition.`, formula.text);
  return value.type.is === 'unknown' ? code`${value.code} === true` : value.code;
}

function compile(tree: Expression, scope: Scope): Value {
  switch (tree.op) {
    case 'number':
      return { is: 'number', terms: constant(new Fraction(tree.value)) };
    case 'string':
      return constantText(tree.value);
    case 'bool':
      return condition(tree.value);
    case 'null':
      return { is: 'value', code: 'null', type: { is: 'null' } };
    case 'variable': {
      const found = scope.variables.get(tree.name);
      if (!found) throw new CompileError(`reads \`${tree.name}\`, which is not known here`);
      return found;
    }
    case 'field':
      return fieldOf(compile(tree.of, scope), tree.name, scope);
    case 'index':
      return elementOf(compile(tree.of, scope), compile(tree.key, scope), scope);
    case 'has':
      return has(tree, scope);
    case 'call':
      return compileCall(tree.name, tree.args, (argument) => compile(argument, scope), scope);
    case 'not':
      return negation(compile(tree.value, scope));
    case 'negate':
      return { is: 'number', terms: multiplyBy(termsOf(compile(tree.value, scope), scope), new Fraction(-1)) };
    case 'binary':
      return binary(tree, scope);
    case 'if':
      return choiceOf(tree, scope);
    case 'list': {
      const values = tree.items.map((item) => compile(item, scope));
      const [first] = values;
      const items = first?.is === 'value' ? first.type : ({ is: 'unknown' } as const);
      return { is: 'value', code: code`[${join(values.map(codeOf), ', ')}]`, type: { is: 'list', items } };
    }
    case 'map': {
      const entries = tree.entries.map(
        ([key, value]) => code`[${codeOf(compile(key, scope))}]: ${codeOf(compile(value, scope))}`,
      );
      return {
        is: 'value',
        code: code`({ ${join(entries, ', ')} })`,
        type: { is: 'record', values: { is: 'unknown' } },
      };
    }
    case 'macro':
      return macro(tree, scope);
  }
}

type Of<Op extends Expression['op']> = Extract<Expression, { readonly op: Op }>;

function has({ of, name }: Of<'has'>, scope: Scope): Value {
  const value = compile(of, scope);
  if (value.is === 'value' && value.type.is === 'record') {
    return condition(code`Object.hasOwn(${value.code}, ${JSON.stringify(name)})`);
  }
  const { code: known, type } = accessed(value, name, scope);
  const read = type ? known : codeOf(fieldOf(value, name, scope));
  return condition(code`${read} !== undefined`, code`${read} === undefined`);
}

function negation(value: Value): Value {
  const inverse = value.is === 'value' ? value.inverse : undefined;
  return condition(inverse ?? code`!(${codeOf(value)})`);
}

function binary({ name, left, right }: Of<'binary'>, scope: Scope): Value {
  const a = compile(left, scope);
  if (name === '&&' || name === '||') {
    const known = knowing(scope, implied(left, name === '&&', scope, compile));
    return condition(code`${operand(left, a, name)} ${name} ${operand(right, compile(right, known), name)}`);
  }
  const b = compile(right, scope);
  switch (name) {
    case '+':
      return sum(a, b, scope);
    case '-':
      return { is: 'number', terms: add(termsOf(a, scope), multiplyBy(termsOf(b, scope), new Fraction(-1))) };
    case '*':
      return { is: 'number', terms: multiply(termsOf(a, scope), termsOf(b, scope)) };
    case '/':
      return { is: 'number', terms: divide(termsOf(a, scope), termsOf(b, scope)) };
    case '%':
      throw new CompileError('takes a remainder, which is not supported');
    case 'in':
      return membership(a, b, scope);
    default:
      return compare(name, a, b, scope);
  }
}

/** One side of a conjunction or disjunction; a longer chain of the same needs no parentheses. */
function operand(tree: Expression, value: Value, name: string): Code {
  return tree.op === 'binary' && tree.name === name ? codeOf(value) : code`(${codeOf(value)})`;
}

function sum(a: Value, b: Value, scope: Scope): Value {
  if (a.is === 'value' && a.type.is === 'string') return text(code`${a.code} + ${codeOf(b)}`);
  if (a.is === 'value' && a.type.is === 'list') return { ...a, code: code`[...${a.code}, ...${codeOf(b)}]` };
  return { is: 'number', terms: add(termsOf(a, scope), termsOf(b, scope)) };
}

function membership(value: Value, values: Value, scope: Scope): Value {
  if (values.is === 'value' && values.type.is === 'record')
    return condition(code`Object.hasOwn(${values.code}, ${codeOf(value)})`);
  return condition(code`${scope.helper('contains')}(${codeOf(values)}, ${codeOf(value)})`);
}

function choiceOf({ test, then, otherwise }: Of<'if'>, scope: Scope): Value {
  const written = codeOf(compile(test, scope));
  const a = compile(then, knowing(scope, implied(test, true, scope, compile)));
  const b = compile(otherwise, knowing(scope, implied(test, false, scope, compile)));
  if (a.is === 'number' || b.is === 'number') {
    return { is: 'number', terms: choose(code`(${written})`, termsOf(a, scope), termsOf(b, scope)) };
  }
  const type = a.is === 'value' ? a.type : ({ is: 'unknown' } as const);
  return { is: 'value', code: code`((${written}) ? ${a.code} : ${b.code})`, type };
}

function knowing(scope: Scope, found: readonly string[]): Scope {
  return found.length === 0 ? scope : { ...scope, present: new Set([...scope.present, ...found]) };
}

const methods = { all: 'every', exists: 'some', map: 'map', filter: 'filter' } as const;

function macro({ name, of, item, body }: Of<'macro'>, scope: Scope): Value {
  const over = compile(of, scope);
  const listed = listOf(over, scope);
  const variables = new Map(scope.variables).set(item, typedValue(variable(item), listed.type));
  const inner = compile(body, { ...scope, variables });
  const callback = binding([item], code`(${item}) => ${codeOf(inner)}`);
  const called = code`${listed.code}.${methods[name]}(${callback})`;
  if (name === 'all' || name === 'exists') return condition(called);
  const made = inner.is === 'value' ? inner.type : ({ is: 'integer', places: 0 } as const);
  return { is: 'value', code: called, type: { is: 'list', items: name === 'filter' ? listed.type : made } };
}

/** Items of a list, or keys of a map. */
function listOf(value: Value, scope: Scope): { code: Code; type: Extract<Value, { is: 'value' }>['type'] } {
  if (value.is !== 'value') throw new CompileError('runs over a number');
  if (value.type.is === 'list') return { code: value.code, type: value.type.items };
  if (value.type.is === 'unknown')
    return { code: code`${scope.helper('items')}(${value.code})`, type: { is: 'unknown' } };
  return { code: code`Object.keys(${value.code})`, type: { is: 'string' } };
}
