import Fraction from 'fraction.js';
import { entriesOf, isList, type Value, type ValueMap } from '../../../cel/values.ts';
import { walk } from '../../../cel/walk.ts';
import type { Expression } from '../../../model/types.ts';

/** A value that formulas read of a request or response: `request.options.size`. */
export interface Read {
  readonly root: 'request' | 'query' | 'params' | 'response';
  readonly path: readonly string[];
}

const roots: ReadonlySet<string> = new Set(['request', 'query', 'params', 'response']);

/** Every value that formulas read, the shortest path first; one inside another counts for itself. */
export function readsOf(trees: readonly Expression[]): Read[] {
  const found = new Map<string, Read>();
  const note = (tree: Expression): boolean => {
    const read = readOf(tree);
    if (read) found.set([read.root, ...read.path].join('\n'), read);
    return read !== undefined;
  };
  for (const tree of trees) walk(tree, note);
  const all = [...found.values()];
  // A field that is only passed on the way to one inside it is not read itself.
  return all
    .filter((read) => read.path.length > 0 || all.length === 1 || read.root === 'request')
    .sort((a, b) => a.path.length - b.path.length);
}

/** The value that an expression reads, where it does nothing else. */
export function readOf(tree: Expression): Read | undefined {
  if (tree.op === 'variable') return isRoot(tree.name) ? { root: tree.name, path: [] } : undefined;
  const name = tree.op === 'field' || tree.op === 'has' ? tree.name : keyOf(tree);
  if (name === undefined || (tree.op !== 'field' && tree.op !== 'has' && tree.op !== 'index')) return undefined;
  const owner = readOf(tree.of);
  return owner && { root: owner.root, path: [...owner.path, name] };
}

function keyOf(tree: Expression): string | undefined {
  return tree.op === 'index' && tree.key.op === 'string' ? tree.key.value : undefined;
}

/** The name of a part of a request in formulas. */
export function rootOf(part: string): string {
  return part === 'body' ? 'request' : part;
}

function isRoot(name: string): name is Read['root'] {
  return roots.has(name);
}

/** Strings and numbers that stand in formulas, and catalogs that they read. */
export function literalsOf(trees: readonly Expression[]): {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly catalogs: readonly string[];
} {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const catalogs = new Set<string>();
  for (const tree of trees) {
    walk(tree, (each) => {
      if (each.op === 'string') texts.add(each.value);
      if (each.op === 'number') numbers.add(Number(each.value));
      if (each.op === 'call' && each.args[0]?.op === 'string' && /^(catalog|known|catalog_keys)$/.test(each.name))
        catalogs.add(each.args[0].value);
      return false;
    });
  }
  return { texts: [...texts], numbers: [...numbers], catalogs: [...catalogs] };
}

/** The value at a path of names; `undefined` where there is none. */
export function valueAt(value: Value | undefined, [name, ...rest]: readonly string[]): Value | undefined {
  if (name === undefined) return value;
  return isEntries(value) ? valueAt(entriesOf(value)[name], rest) : undefined;
}

function isEntries(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Fraction);
}
