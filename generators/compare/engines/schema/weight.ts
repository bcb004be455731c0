import { isObject } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Schema } from './dialect.ts';

/** Evaluations of schemas for one value, above which nothing is validated: alternatives within alternatives double them. */
const maxEvaluations = 20_000;

/** Keywords whose schemas are evaluated for the same value. */
const applied = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Counts how often schemas are evaluated for one value, before any is. */
export class Weights {
  readonly #resolve: (reference: string) => Schema;
  readonly #counts = new WeakMap<object, number>();
  readonly #heavy = new WeakMap<object, boolean>();

  constructor(resolve: (reference: string) => Schema) {
    this.#resolve = resolve;
  }

  /** Tells whether a schema, or one of a value inside, may take too many evaluations. */
  isHeavy(schema: Json): boolean {
    if (typeof schema !== 'object' || schema === null) return false;
    const known = this.#heavy.get(schema);
    if (known !== undefined) return known;
    // What refers to itself is as heavy as the rest of it.
    this.#heavy.set(schema, false);
    const isTooMuch = isObject(schema) && this.#count(schema) > maxEvaluations;
    const inner = isObject(schema) ? Object.values(schema) : schema;
    const target = isObject(schema) && typeof schema.$ref === 'string' ? this.#resolve(schema.$ref) : true;
    const isHeavy = isTooMuch || this.isHeavy(target) || inner.some((each) => this.isHeavy(each));
    this.#heavy.set(schema, isHeavy);
    return isHeavy;
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
