import type { Json } from '../../model/types.ts';
import type { Fields } from './json.ts';

/** The trees of formulas by their CEL text. */
export class Formulas {
  readonly #trees = new Map<string, Json>();

  /** Leaves of each formula in a value its text alone, `{"$cel": text}`, and keeps its tree. */
  take(value: Fields): Fields {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#visit(inner)]));
  }

  /** Every tree, sorted by text. */
  trees(): Fields {
    return Object.fromEntries([...this.#trees].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #visit(value: Json): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map((each) => this.#visit(each));
    const { text, tree, ...rest } = value;
    if (typeof text !== 'string' || tree === undefined || Object.keys(rest).length > 0) return this.take(value);
    this.#trees.set(text, tree);
    return { $cel: text };
  }
}

function isList(value: readonly Json[] | Fields): value is readonly Json[] {
  return Array.isArray(value);
}
