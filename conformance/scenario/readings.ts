import type { Expression, Formula } from '../contract/contract.ts';
import { type Evaluator, plain } from '../oracle/evaluate.ts';
import { printExpression } from '../oracle/print.ts';
import { replace } from '../oracle/reads.ts';
import type { Bindings } from './bindings.ts';

/** The values that a formula reads, by the text that reads them: `failed.status` -> 502. */
export function readingsOf(
  formula: Formula,
  evaluator: Evaluator,
  bindings: Bindings,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    readsOf(formula.tree).map((part) => [printExpression(part), readValue(part, evaluator, bindings)]),
  );
}

/** The largest parts of an expression that are a path into a variable, or the size of one. */
function readsOf(tree: Expression): readonly Expression[] {
  if (isPath(tree)) return [tree];
  switch (tree.op) {
    case 'call':
      return tree.name === 'size' && tree.args.every(isPath) ? [tree] : tree.args.flatMap(readsOf);
    case 'binary':
      return [...readsOf(tree.left), ...readsOf(tree.right)];
    case 'not':
    case 'negate':
      return readsOf(tree.value);
    case 'if':
      return [tree.test, tree.then, tree.otherwise].flatMap(readsOf);
    case 'list':
      return tree.items.flatMap(readsOf);
    case 'has':
      return readsOf(tree.of);
    case 'macro': {
      const { of, item, body } = tree;
      if (of.op !== 'list') return readsOf(of);
      // Only the parts of each result that are read: the headers of a whole result fill a screen.
      return of.items.flatMap((each) => readsOf(replace(body, (name) => (name === item ? each : undefined))));
    }
    default:
      return [];
  }
}

function isPath(tree: Expression): boolean {
  if (tree.op === 'variable') return true;
  return (tree.op === 'field' || tree.op === 'index') && isPath(tree.of);
}

function readValue(part: Expression, evaluator: Evaluator, bindings: Bindings): unknown {
  try {
    return plain(evaluator.evaluate(part, bindings));
  } catch {
    return '(no value)';
  }
}
