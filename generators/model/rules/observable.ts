import type { Expression, Formula, Operation, Price } from '../types.ts';
import type { SchemaRule } from './schema-rules.ts';

/** What a formula calls the part of a request. */
const roots: Readonly<Record<string, string>> = { body: 'request', query: 'query', params: 'params' };

/** The reason why no black-box run can see the default of a field; `undefined` where a price or an answer shows it. */
export function hiddenDefault(
  { schema: { in: part, path, keyword } }: SchemaRule,
  operation: Operation,
  price: Price | undefined,
): string | undefined {
  const [root, name] = [roots[part], path[0]];
  if (keyword !== 'default' || root === undefined || name === undefined) return undefined;
  const quoted = operation.auth === 'payment' && price?.kind === 'quoted' ? price : undefined;
  const shown: readonly Formula[] = [
    ...(quoted ? [quoted.formula, ...Object.values({ ...quoted.inputs, ...operation.price?.inputs })] : []),
    ...operation.ensures.flatMap(({ when, must }) => [...(when ? [when] : []), must]),
  ];
  if (shown.some(({ tree }) => reads(tree, root, name))) return undefined;
  return 'Neither a quote nor anything that is ensured of an answer tells what the field is when it is left out.';
}

function reads(node: Expression | unknown, root: string, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('op' in node && (node.op === 'field' || node.op === 'has') && 'of' in node && 'name' in node) {
    const { of: outer } = node;
    const direct = typeof outer === 'object' && outer !== null && 'name' in outer && outer.name === root;
    if (direct && 'op' in outer && outer.op === 'variable' && node.name === name) return true;
  }
  return Object.values(node).some((part) => reads(part, root, name));
}
