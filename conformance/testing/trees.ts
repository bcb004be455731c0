/** Expression trees written by hand, for contracts in tests. */

import type { BinaryName, Expression, Formula } from '../contract/contract.ts';
import { printExpression } from '../oracle/print.ts';

/** Numbers, booleans and strings as trees; trees are returned unchanged. */
export function tree(value: Expression | number | string | boolean): Expression {
  if (typeof value === 'number') return { op: 'number', value: String(value) };
  if (typeof value === 'string') return { op: 'string', value };
  return typeof value === 'boolean' ? { op: 'bool', value } : value;
}

/** A variable and the fields below it, written with dots; decimal text in quotes is `decimal`. */
export function read(path: string): Expression {
  const [name = '', ...fields] = path.split('.');
  return fields.reduce<Expression>((of, field) => ({ op: 'field', of, name: field }), { op: 'variable', name });
}

/** An exact decimal. */
export function decimal(value: string): Expression {
  return { op: 'number', value };
}

type Operand = Parameters<typeof tree>[0];

/** A binary operation. */
export function binary(left: Operand, name: BinaryName, right: Operand): Expression {
  return { op: 'binary', name, left: tree(left), right: tree(right) };
}

/** A function call. */
export function call(name: string, ...args: readonly Operand[]): Expression {
  return { op: 'call', name, args: args.map(tree) };
}

/** A member access with a computed key. */
export function at(of: Expression, key: Operand): Expression {
  return { op: 'index', of, key: tree(key) };
}

/** A conditional expression. */
export function choose(test: Expression, then: Operand, otherwise: Operand): Expression {
  // biome-ignore lint/suspicious/noThenProperty: `then` is a part of the tree.
  return { op: 'if', test, then: tree(then), otherwise: tree(otherwise) };
}

/** A tree with its text. */
export function formula(expression: Expression): Formula {
  return { text: printExpression(expression), tree: expression };
}
