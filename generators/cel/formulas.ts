import { once } from '../common/once.ts';
import type { Formula } from '../model/types.ts';
import { parseCel, type Syntax, toExpression } from './parse.ts';

const formulaOf = once((syntax: Syntax): Formula => ({ text: syntax.input, tree: toExpression(syntax) }));

/** The formula of a CEL expression that was checked before, the same object for the same expression. */
export function formula(text: string): Formula {
  const parsed = parseCel(text);
  if ('mistake' in parsed) throw new Error(`CEL ${JSON.stringify(text)} was not checked: ${parsed.mistake.message}`);
  return formulaOf(parsed.syntax);
}

/** The formulas of CEL expressions by name, in order. */
export function formulas(texts: Readonly<Record<string, string>>): Record<string, Formula> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, formula(text)]));
}
