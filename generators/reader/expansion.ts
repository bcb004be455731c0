import type { Node } from './node.ts';

/** Counts the values that a node stands for with each alias written out; a node that aliases share is counted once. */
export function createExpansion(): (node: Node) => number {
  const sizes = new WeakMap<Node, number>();

  function sizeOf(node: Node): number {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    const size = 1 + childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 0);
    sizes.set(node, size);
    return size;
  }
  return sizeOf;
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'scalar') return [];
  return node.kind === 'list' ? node.items : [...node.entries.values()].map(({ value }) => value);
}
