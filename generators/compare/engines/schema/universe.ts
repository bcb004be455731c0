import { isDeepStrictEqual } from 'node:util';
import { dereference, validate } from '@cfworker/json-schema';
import { catalogsOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Cell } from './cells.ts';
import { namesIn, plainSchema, type Schema, type Surroundings } from './dialect.ts';
import { Weights } from './weight.ts';

/** Steps of one question, about a second: alternatives that are worked out or compared, and values that are tried. */
const maxSteps = 60_000;

/** Evaluations of schemas for one value that are one step: alternatives within alternatives double them at each level. */
const evaluationsOfStep = 10;

/** A question about schemas that is too large to decide. */
export class Undecided extends Error {
  override readonly name: string = 'Undecided';
}

/** True where a question stays open: it is too large or too deep, or a pattern is none of JavaScript. */
export function isUndecided(error: unknown): error is Error {
  return error instanceof Undecided || error instanceof SyntaxError || error instanceof RangeError;
}

/** The two sides of a comparison. */
export type Side = 'old' | 'new';

/**
 * The schemas of two sides, in one place in which both can be read and tried.
 *
 * A named schema that means the same on both sides has one name, so that what did not change is equal at once.
 */
export class Universe {
  readonly #sides: Readonly<Record<Side, Surroundings>>;
  readonly #named = new Map<string, Schema>();
  /** Schemas by their addresses; each is tried on some tens of values, so nothing is compiled for them. */
  readonly #addresses: ReturnType<typeof dereference> = {};
  readonly #addressed = new Set<Schema>();
  #changed: ReadonlySet<string> | undefined;
  /** Steps that are left of the present question. */
  #steps = Infinity;
  readonly #weights = new Weights((reference) => this.resolve(reference));
  /** Alternatives of schemas that were worked out before. */
  readonly cells = new WeakMap<JsonSchema, readonly Cell[]>();

  constructor(before: Surroundings, after: Surroundings) {
    this.#sides = { old: before, new: after };
  }

  /** Answers a question with a bounded number of steps; `undecided` gives the answer where they are too few. */
  ask<T>(question: () => T, undecided: (why: string) => T): T {
    const around = this.#steps;
    this.#steps = Math.min(maxSteps, around);
    try {
      return question();
    } catch (error) {
      if (!isUndecided(error)) throw error;
      return undecided(error.message);
    } finally {
      this.#steps = around;
    }
  }

  /** Takes steps of the present question. */
  step(steps = 1): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Undecided('the schemas are too large');
  }

  /** A schema of one side, ready to be compared. */
  read(side: Side, schema: Schema): Schema {
    return plainSchema(schema, this.#sides[side], (name) => this.#name(side, name));
  }

  /** The schema that a reference means. */
  resolve(reference: string): Schema {
    return this.#named.get(reference) ?? true;
  }

  /** A schema, or what its reference means where it is one. */
  resolved(schema: JsonSchema): JsonSchema {
    const target = typeof schema.$ref === 'string' ? this.resolve(schema.$ref) : schema;
    return typeof target === 'boolean' ? {} : target;
  }

  /** Tells whether a schema accepts a value. */
  accepts(schema: Schema, value: Json): boolean {
    if (typeof schema === 'boolean') return schema;
    const steps = 1 + Math.floor(this.#weights.of(schema) / evaluationsOfStep);
    // Outside of questions, too, nothing is tried that takes longer than one.
    if (steps > maxSteps) throw new Undecided('the schemas have too many alternatives within one another');
    this.step(steps);
    if (!this.#addressed.has(schema)) {
      this.#addressed.add(schema);
      dereference(schema, this.#addresses, new URL(`schema:${this.#addressed.size}`));
    }
    return validate(value, schema, '2020-12', this.#addresses).valid;
  }

  #name(side: Side, name: string): string {
    const { named } = this.#sides[side];
    const schema = named[name];
    const key = schema !== undefined && this.#isShared(name) ? `both:${name}` : `${side}:${name}`;
    if (!this.#named.has(key)) {
      // What refers to itself finds its name taken.
      this.#named.set(key, true);
      const read = this.read(side, schema ?? true);
      this.#named.set(key, read);
      dereference(read, this.#addresses, new URL(key));
    }
    return key;
  }

  /** Tells whether a name and all that it refers to mean the same on both sides. */
  #isShared(name: string): boolean {
    this.#changed ??= this.#findChanged();
    return !this.#changed.has(name);
  }

  /** Names that do not mean the same on both sides, themselves or by what they refer to. */
  #findChanged(): ReadonlySet<string> {
    const { old, new: after } = this.#sides;
    const users = new Map<string, string[]>();
    const changed = new Set<string>();
    for (const name of new Set([...Object.keys(old.named), ...Object.keys(after.named)])) {
      const [was, is] = [old.named[name], after.named[name]];
      if (!was || !is || !(isDeepStrictEqual(was, is) || this.#asksSame(was, is)) || !this.#sameKeys(was))
        changed.add(name);
      for (const inner of new Set([was, is].flatMap((schema) => (schema ? [...namesIn(schema)] : []))))
        users.set(inner, [...(users.get(inner) ?? []), name]);
    }
    // A set that grows while it is walked.
    for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
    return changed;
  }

  #asksSame(was: JsonSchema, is: JsonSchema): boolean {
    const plain = (side: Side, schema: JsonSchema) => plainSchema(schema, this.#sides[side], (name) => name);
    return isDeepStrictEqual(plain('old', was), plain('new', is));
  }

  #sameKeys(schema: JsonSchema): boolean {
    const { old, new: after } = this.#sides;
    return [...catalogsOf(schema)].every((id) => isDeepStrictEqual(old.keys?.(id), after.keys?.(id)));
  }
}
