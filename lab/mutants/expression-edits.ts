/** Single changes of expression trees. */

import type { Expression } from '#conformance/contract/contract.ts';
import { decimalText, fromText } from '#conformance/oracle/exact.ts';
import { printExpression } from '#conformance/oracle/print.ts';

/** A tree with one node changed. */
export interface ExpressionEdit {
  readonly tree: Expression;
  /** The same tree with an expression without a value at that node. */
  readonly unread: Expression;
  readonly description: string;
}

/** Yields every tree that differs from this one in one number, operator, extreme or rounding. `named` holds the constants. */
export function* editsOf(tree: Expression, named: ReadonlyMap<string, string>): Generator<ExpressionEdit> {
  for (const other of othersOf(tree, named)) {
    yield { tree: other, unread: valueless, description: `${printExpression(tree)} is ${printExpression(other)}` };
  }
  for (const [part, put] of partsOf(tree)) {
    for (const edited of editsOf(part, named)) yield { ...edited, tree: put(edited.tree), unread: put(edited.unread) };
  }
}

/** A variable that no formula binds, so that it has no value. */
const valueless: Expression = { op: 'variable', name: 'no value' };

const swapped: Readonly<Record<string, readonly ('+' | '-' | '*' | '<' | '<=' | '>' | '>=' | '==' | '!=')[]>> = {
  '+': ['-'],
  '-': ['+'],
  '/': ['*'],
  '*': ['+'],
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '==': ['!='],
  '!=': ['=='],
};

const roundings = ['ceil', 'floor', 'round'];

function* othersOf(tree: Expression, named: ReadonlyMap<string, string>): Generator<Expression> {
  if (tree.op === 'number') yield* figuresNear(tree.value);
  if (tree.op === 'variable') yield* figuresNear(named.get(tree.name) ?? '');
  if (tree.op === 'binary') {
    for (const name of swapped[tree.name] ?? []) yield { ...tree, name };
    if (tree.name === '+' || tree.name === '*') yield tree.left;
  }
  if (tree.op !== 'call') return;
  if (roundings.includes(tree.name)) {
    for (const name of roundings) if (name !== tree.name) yield { ...tree, name };
    yield* tree.args.slice(0, 1);
  }
  if (tree.name === 'min' || tree.name === 'max') {
    yield { ...tree, name: tree.name === 'min' ? 'max' : 'min' };
    yield* tree.args;
  }
}

/** The numbers one unit of the last decimal place above and below. */
function* figuresNear(text: string): Generator<Expression> {
  const value = fromText(text);
  if (!value) return;
  const unit = fromText(`1e-${text.split('.')[1]?.length ?? 0}`);
  if (!unit) return;
  yield { op: 'number', value: decimalText(value.add(unit)) };
  if (value.compare(unit) > 0) yield { op: 'number', value: decimalText(value.sub(unit)) };
}

type Put = (part: Expression) => Expression;

/** The parts that a value is computed from, without the catalog and the key of a lookup. */
function partsOf(tree: Expression): readonly (readonly [Expression, Put])[] {
  switch (tree.op) {
    case 'binary':
      return [
        [tree.left, (left) => ({ ...tree, left })],
        [tree.right, (right) => ({ ...tree, right })],
      ];
    case 'not':
    case 'negate':
      return [[tree.value, (value) => ({ ...tree, value })]];
    case 'if':
      return [
        [tree.test, (test) => ({ ...tree, test })],
        [tree.then, (then) => ({ ...tree, then })],
        [tree.otherwise, (otherwise) => ({ ...tree, otherwise })],
      ];
    case 'call':
      if (tree.name === 'catalog' || tree.name === 'known') return [];
      return tree.args.map((arg, index) => [
        arg,
        (part: Expression): Expression => ({ ...tree, args: tree.args.with(index, part) }),
      ]);
    case 'index':
      return [[tree.of, (of) => ({ ...tree, of })]];
    default:
      return [];
  }
}
