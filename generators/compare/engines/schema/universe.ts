import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Cell } from './cells.ts';
import { namesIn, plainSchema, type Schema, type Surroundings } from './dialect.ts';

/** The two sides of a comparison. */
export type Side = 'old' | 'new';

/**
 * The schemas of two sides, in one place in which both can be read and tried.
 *
 * A named schema that means the same on both sides has one name, so that what did not change is equal at once.
 */
export class Universe {
  readonly #sides: Readonly<Record<Side, Surroundings>>;
  readonly #ajv: Ajv2020;
  readonly #named = new Map<string, Schema>();
  readonly #validators = new Map<Schema, ValidateFunction>();
  readonly #shared = new Map<string, boolean>();
  /** Alternatives of schemas that were worked out before. */
  readonly cells = new WeakMap<JsonSchema, readonly Cell[]>();

  constructor(before: Surroundings, after: Surroundings) {
    this.#sides = { old: before, new: after };
    // Each schema is tried on some tens of values: compiling fast matters more than running fast.
    this.#ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      meta: false,
      logger: false,
      inlineRefs: false,
      code: { optimize: false },
    });
    addFormats.default(this.#ajv);
  }

  /** A schema of one side, ready to be compared. */
  read(side: Side, schema: Schema): Schema {
    return plainSchema(schema, this.#sides[side], (name) => this.#name(side, name));
  }

  /** The schema that a reference means. */
  resolve(reference: string): Schema {
    return this.#named.get(reference) ?? true;
  }

  /** Tells whether a schema accepts a value. */
  accepts(schema: Schema, value: Json): boolean {
    if (typeof schema === 'boolean') return schema;
    const known = this.#validators.get(schema);
    const validate = known ?? this.#ajv.compile(schema);
    if (!known) this.#validators.set(schema, validate);
    return validate(value);
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
      this.#ajv.addSchema(typeof read === 'boolean' ? { allOf: [read] } : read, key);
    }
    return key;
  }

  /** Tells whether a name and all that it refers to mean the same on both sides. */
  #isShared(name: string): boolean {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const reached = new Set([name]);
    for (const each of reached) {
      const { old, new: after } = this.#sides;
      const schema = old.named[each];
      if (!isDeepStrictEqual(schema, after.named[each]) || !this.#sameKeys(schema)) {
        this.#shared.set(name, false);
        return false;
      }
      for (const inner of schema ? namesIn(schema) : []) reached.add(inner);
    }
    for (const each of reached) this.#shared.set(each, true);
    return true;
  }

  #sameKeys(schema: JsonSchema | undefined): boolean {
    const { old, new: after } = this.#sides;
    const catalogs = [...JSON.stringify(schema ?? {}).matchAll(/"catalog":"([^"]*)"/g)].map(([, id]) => String(id));
    return catalogs.every((id) => isDeepStrictEqual(old.keys?.(id), after.keys?.(id)));
  }
}
