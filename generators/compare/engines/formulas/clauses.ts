import type { BinaryName, Condition, Expression } from '../../../model/types.ts';
import { type Meaning, Normal } from './normal-form.ts';

/** The meaning of expressions that read no constant, input or catalog. */
export const noMeaning: Meaning = { inputs: {}, constants: {}, catalog: () => '' };

/** Alternatives of which one must hold, as texts in order. */
type Clause = readonly string[];

/** More clauses than these are not worked out. */
const most = 200;

/**
 * The clauses that must all hold for some rules. They are equal only for rules that require the same.
 *
 * `undefined` where there are too many clauses.
 */
export function clausesOf(
  conditions: readonly Pick<Condition, 'when' | 'must'>[],
  meaning: Meaning,
): string | undefined {
  const normal = new Normal(meaning);
  const all: Clause[] = [];
  for (const { when, must } of conditions) {
    const implied: Expression = when
      ? { op: 'binary', name: '||', left: { op: 'not', value: when.tree }, right: must.tree }
      : must.tree;
    const clauses = conjunction(implied, false, normal);
    if (!clauses) return undefined;
    all.push(...clauses);
  }
  return JSON.stringify([...new Set(all.map((clause) => JSON.stringify(clause)))].sort());
}

/** An expression, or its opposite, as clauses that all must hold. */
function conjunction(tree: Expression, negated: boolean, normal: Normal): Clause[] | undefined {
  if (tree.op === 'not') return conjunction(tree.value, !negated, normal);
  if (tree.op === 'bool') return tree.value === negated ? [[]] : [];
  if (tree.op === 'binary' && (tree.name === '&&' || tree.name === '||')) {
    const [left, right] = [conjunction(tree.left, negated, normal), conjunction(tree.right, negated, normal)];
    if (!left || !right) return undefined;
    if ((tree.name === '&&') !== negated) return [...left, ...right];
    if (left.length * right.length > most) return undefined;
    return left.flatMap((one) => right.map((other) => [...new Set([...one, ...other])].sort()));
  }
  if (tree.op === 'binary' && tree.name === 'in' && tree.right.op === 'list') {
    const items = tree.right.items.map((item): Expression => ({
      op: 'binary',
      name: '==',
      left: tree.left,
      right: item,
    }));
    const any = items.reduce<Expression>((left, right) => ({ op: 'binary', name: '||', left, right }), {
      op: 'bool',
      value: false,
    });
    return conjunction(any, negated, normal);
  }
  return [[literal(tree, negated, normal)]];
}

const opposites: Partial<Record<BinaryName, BinaryName>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

function literal(tree: Expression, negated: boolean, normal: Normal): string {
  if (tree.op !== 'binary') return `${negated ? '!' : ''}${normal.text(tree)}`;
  const opposite = opposites[tree.name];
  if (!negated) return normal.comparison(tree);
  return opposite ? normal.comparison({ ...tree, name: opposite }) : `!${normal.comparison(tree)}`;
}
