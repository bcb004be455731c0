import type { Expression } from '../model/types.ts';

/** Visits an expression and every expression inside it, outermost first, except inside those for which `visit` is true. */
export function walk(tree: Expression, visit: (tree: Expression) => boolean): void {
  if (!visit(tree)) for (const inner of expressionsIn(tree)) walk(inner, visit);
}

/** The expressions that an expression is made of. */
export function expressionsIn(tree: Expression): Expression[] {
  return Object.values(tree).flatMap((part: unknown) => found(part));
}

function found(part: unknown): Expression[] {
  if (Array.isArray(part)) return part.flatMap(found);
  // Every object inside an expression is one itself.
  return typeof part === 'object' && part !== null ? [part as Expression] : [];
}

/** The variables that an expression reads. */
export function variablesOf(tree: Expression): string[] {
  return tree.op === 'variable' ? [tree.name] : expressionsIn(tree).flatMap(variablesOf);
}
