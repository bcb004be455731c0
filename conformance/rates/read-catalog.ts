import type { Expression } from '../contract/contract.ts';
import { partsOf } from '../oracle/reads.ts';

/** Name of the catalog whose entry an expression looks up, and the key that it looks up. */
export function catalogRead(tree: Expression): { readonly catalog: string; readonly key: Expression } | undefined {
  if (tree.op === 'call' && tree.name === 'catalog') {
    const [name, key] = tree.args;
    if (name?.op === 'string' && key) return { catalog: name.value, key };
  }
  for (const part of partsOf(tree)) {
    const found = catalogRead(part);
    if (found) return found;
  }
  return undefined;
}
