import { once } from '../../common/once.ts';
import { isObject } from '../../json-schema/walk.ts';
import type { Json } from '../../model/types.ts';
import type { Fields } from './json.ts';

/** The trees of formulas by their CEL text. */
export class Formulas {
  readonly #trees = new Map<string, Json>();

  /** Leaves of each formula in a value its text alone, `{"$cel": text}`, and keeps its tree. */
  take(value: Fields): Fields {
    const { fields, trees } = taken(value);
    for (const [text, tree] of trees) this.#trees.set(text, tree);
    return fields;
  }

  /** Every tree, sorted by text. */
  trees(): Fields {
    return Object.fromEntries([...this.#trees].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** A value without the trees of its formulas, and those trees by their text. */
const taken = once((value: Fields) => {
  const trees = new Map<string, Json>();
  const visit = (inner: Json): Json => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (isList(inner)) return inner.map(visit);
    const { text, tree, ...rest } = inner;
    if (typeof text !== 'string' || tree === undefined || Object.keys(rest).length > 0) return visitEach(inner);
    trees.set(text, tree);
    return { $cel: text };
  };
  const visitEach = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, visit(inner)]));
  return { fields: visitEach(value), trees };
});

/** A tree on one line; the same text for the same tree. */
export function printTree(tree: Json): string {
  return isObject(tree) ? textOf(tree) : JSON.stringify(tree);
}

const textOf = once((tree: Fields) => JSON.stringify(tree));

function isList(value: readonly Json[] | Fields): value is readonly Json[] {
  return Array.isArray(value);
}
