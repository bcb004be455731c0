import type { ErrorEntry, Expression, Formula, Operation, Price } from '../types.ts';
import { type HostRule, tierOf } from './rule.ts';
import type { SchemaRule } from './schema-rules.ts';

/** The variable of formulas for each part of a request. */
const roots: Readonly<Record<string, string>> = { body: 'request', query: 'query', params: 'params' };

/** The reason why no black-box run can see the default of a field; `undefined` where a price or an answer shows it. */
export function hiddenDefault(
  { schema: { in: part, path, keyword } }: SchemaRule,
  operation: Operation,
  price: Price | undefined,
): string | undefined {
  const [root, name] = [roots[part], path[0]];
  if (keyword !== 'default' || root === undefined || name === undefined) return undefined;
  // A request that only reads gets the same response each time, so that responses can be compared.
  if (!operation.body && !operation.machine) return undefined;
  const quoted = price?.kind === 'quoted' ? price : undefined;
  const shown: readonly Formula[] = [
    ...(quoted ? [quoted.formula, ...Object.values({ ...quoted.inputs, ...operation.price?.inputs })] : []),
    ...operation.ensures.flatMap(({ when, must }) => [...(when ? [when] : []), must]),
  ];
  if (shown.some(({ tree }) => reads(tree, root, name))) return undefined;
  return 'Neither a quote nor a stated property of a response depends on the default of the field.';
}

/** The error of a request that breaks a rule which names no other. */
const usual = 'invalid-body';

/** The reason why an error cannot be brought about: it is that of rules of the request, and the documents state none of them. */
export function unknownCause(
  { id, role, provoke }: ErrorEntry,
  asked: readonly Pick<HostRule, 'kind' | 'error' | 'status'>[],
): string | undefined {
  const causes = asked.filter(({ kind, error = usual }) => kind !== 'ensures' && (error === id || error === role));
  const ofRequests = causes.length > 0 || id === usual || role === usual;
  if (provoke || !ofRequests || causes.some(({ status }) => tierOf(status) === 'must')) return undefined;
  return 'The documents do not say which request gets it.';
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
