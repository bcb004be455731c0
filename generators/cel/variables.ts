import type { Expression } from '../model/types.ts';
import { expressionsIn } from './walk.ts';

/** The variables that an expression reads. */
export function variablesOf(tree: Expression): string[] {
  return tree.op === 'variable' ? [tree.name] : expressionsIn(tree).flatMap(variablesOf);
}
