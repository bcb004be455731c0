import { once } from '../common/once.ts';
import { isObject } from '../json-schema/walk.ts';
import type { CatalogSource } from '../language/catalog.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import type { Selectable } from '../model/hosts.ts';
import type { Spec } from '../model/spec.ts';
import { ContractSchemas, schemaName } from '../model/view/schema.ts';
import { wholeKey } from './keywords.ts';
import { mistakeIn, type Named } from './mistake.ts';

/** Validates values against the schemas of one host, and fills in their defaults. */
export class Instances {
  readonly #spec: Spec;
  readonly #schemas: ContractSchemas;
  readonly #named: Named;

  constructor(spec: Spec, host: Selectable) {
    this.#spec = spec;
    this.#schemas = new ContractSchemas(spec, host);
    this.#named = {
      schema: (reference) => this.#schemas.named(schemaName(reference)) ?? {},
      keys: (id) => keysOf(spec, id),
    };
  }

  /** The first validation error of a value as a message; `undefined` when it is valid. */
  mistake(source: string | SchemaSource, value: unknown): string | undefined {
    try {
      return mistakeIn(value, this.#resolved(source), this.#named);
    } catch (error) {
      // An invalid pattern was already reported.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** A copy of a value with the defaults of its schema where it leaves fields out. */
  withDefaults(source: string | SchemaSource | undefined, value: unknown): unknown {
    return source === undefined ? value : this.#fill(this.#schemas.use(source), value, 0);
  }

  #fill(schema: unknown, value: unknown, depth: number): unknown {
    // A schema that refers to itself without reading further into the value would never end.
    if (!isObject(schema) || depth > 50) return value;
    const { $ref, allOf, properties, items, catalog, prefix } = this.#follow(schema);
    if (prefix === 'optional') return wholeKey(keysOf(this.#spec, String(catalog)) ?? [], value, true) ?? value;
    let filled = $ref === undefined ? value : this.#fill({ $ref }, value, depth + 1);
    for (const part of Array.isArray(allOf) ? allOf : []) filled = this.#fill(part, filled, depth + 1);
    if (Array.isArray(filled)) return filled.map((item) => this.#fill(items, item, depth + 1));
    if (!isObject(filled) || !isObject(properties)) return filled;

    const result: Record<string, unknown> = { ...filled };
    for (const [name, property] of Object.entries(properties)) {
      const fallback = defaultOf(isObject(property) ? this.#follow(property) : {});
      if (name in result) result[name] = this.#fill(property, result[name], depth + 1);
      else if (fallback !== undefined) result[name] = fallback;
    }
    return result;
  }

  /** A schema merged with the schemas that its root references. */
  #follow(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { $ref, ...rest } = schema;
    if (typeof $ref !== 'string') return schema;
    const target = this.#schemas.named(schemaName($ref));
    return target ? { ...this.#follow(target), ...rest } : rest;
  }

  #resolved(source: string | SchemaSource): Readonly<Record<string, unknown>> {
    return this.#follow(this.#schemas.use(source));
  }
}

function keysOf(spec: Spec, catalog: string): readonly unknown[] | undefined {
  const source = spec.get('catalog', catalog)?.value;
  return source && keysIn(source);
}

const keysIn = once(({ key, entries }: CatalogSource): readonly unknown[] => entries.map((entry) => entry[key]));

function defaultOf(schema: Readonly<Record<string, unknown>>): unknown {
  return schema.default === undefined ? undefined : structuredClone(schema.default);
}
