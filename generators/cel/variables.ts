import type { Expression } from '../model/types.ts';

/** The variables that an expression reads. */
export function variablesOf(tree: Expression): string[] {
  if (tree.op === 'variable') return [tree.name];
  return Object.values(tree).flatMap((part: unknown) => expressionsIn(part).flatMap(variablesOf));
}

function expressionsIn(part: unknown): Expression[] {
  if (Array.isArray(part)) return part.flatMap(expressionsIn);
  // Every object inside an expression is one itself.
  return typeof part === 'object' && part !== null ? [part as Expression] : [];
}
