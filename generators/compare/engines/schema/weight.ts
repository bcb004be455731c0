import { isObject } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Schema } from './dialect.ts';

/** Keywords whose schemas are evaluated for the same value. */
const applied = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Counts how often schemas are evaluated for one value, before any is. */
export class Weights {
  readonly #resolve: (reference: string) => Schema;
  readonly #counts = new WeakMap<object, number>();
  readonly #weights = new WeakMap<object, number>();

  constructor(resolve: (reference: string) => Schema) {
    this.#resolve = resolve;
  }

  /** The evaluations that a schema takes for one value, or one of a value inside where that takes more. */
  of(schema: Json): number {
    if (typeof schema !== 'object' || schema === null) return 0;
    const known = this.#weights.get(schema);
    if (known !== undefined) return known;
    // What refers to itself weighs as much as the rest of it.
    this.#weights.set(schema, 0);
    const own = isObject(schema) ? this.#count(schema) : 0;
    const inner = isObject(schema) ? Object.values(schema) : schema;
    const target = isObject(schema) && typeof schema.$ref === 'string' ? this.#resolve(schema.$ref) : true;
    const weight = Math.max(own, this.of(target), ...inner.map((each) => this.of(each)));
    this.#weights.set(schema, weight);
    return weight;
  }

  #count(schema: JsonSchema): number {
    const known = this.#counts.get(schema);
    if (known !== undefined) return known;
    this.#counts.set(schema, 1);
    const targets = typeof schema.$ref === 'string' ? [this.#resolve(schema.$ref)] : [];
    const parts = [...targets, ...applied.flatMap((keyword) => schema[keyword] ?? [])];
    const count = parts.reduce<number>((sum, part) => sum + (isObject(part) ? this.#count(part) : 1), 1);
    this.#counts.set(schema, count);
    return count;
  }
}
