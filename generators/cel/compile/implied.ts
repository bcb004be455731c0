import type { Expression } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { accessed, type Scope, type Value } from './value.ts';

/** The optional fields, as they are printed, that are there whenever a condition turned out as `outcome`. */
export function implied(
  tree: Expression,
  outcome: boolean,
  scope: Scope,
  compile: (tree: Expression, scope: Scope) => Value,
): string[] {
  const both = (left: Expression, right: Expression) => [
    ...implied(left, outcome, scope, compile),
    ...implied(right, outcome, scope, compile),
  ];
  switch (tree.op) {
    case 'has':
      return outcome ? [print(accessed(compile(tree.of, scope), tree.name, scope).code)] : [];
    case 'not':
      return implied(tree.value, !outcome, scope, compile);
    case 'binary':
      return (tree.name === '&&' && outcome) || (tree.name === '||' && !outcome) ? both(tree.left, tree.right) : [];
    default:
      return [];
  }
}
