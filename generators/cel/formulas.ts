import type { Formula } from '../model/types.ts';
import { parseCel, toExpression } from './parse.ts';

const known = new Map<string, Formula>();

/** The formula of a CEL expression that was checked before. Each expression is parsed once. */
export function formula(text: string): Formula {
  const earlier = known.get(text);
  if (earlier) return earlier;
  const parsed = parseCel(text);
  if ('mistake' in parsed) throw new Error(`CEL ${JSON.stringify(text)} was not checked: ${parsed.mistake.message}`);
  const made = { text, tree: toExpression(parsed.syntax) };
  known.set(text, made);
  return made;
}

/** The formulas of CEL expressions by name, in order. */
export function formulas(texts: Readonly<Record<string, string>>): Record<string, Formula> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, formula(text)]));
}
