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

  /** Fills in what a schema leaves to defaults; `given` is the value as it was, which decides what branches apply. */
  #fill(schema: unknown, value: unknown, depth: number, given = value): unknown {
    // A schema that refers to itself without reading further into the value would never end.
    if (!isObject(schema) || depth > 50) return value;
    const { catalog, prefix } = schema;
    if (prefix === 'optional') return wholeKey(keysOf(this.#spec, String(catalog)) ?? [], value, true) ?? value;
    const own = this.#fillFields(schema, value, depth);
    return this.#parts(schema, given).reduceRight((filled, part) => this.#fill(part, filled, depth + 1, given), own);
  }

  #fillFields({ properties, items }: SchemaSource, value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#fill(items, item, depth + 1));
    if (!isObject(value) || !isObject(properties)) return value;
    const result: Record<string, unknown> = { ...value };
    for (const [name, property] of Object.entries(properties)) {
      const fallback = this.#default(property);
      if (name in result) result[name] = this.#fill(property, result[name], depth + 1);
      else if (fallback !== undefined) result[name] = structuredClone(fallback);
    }
    return result;
  }

  /** The schemas that apply to a value beside the keywords of one. */
  #parts({ $ref, allOf = [], anyOf = [], oneOf = [], ...schema }: SchemaSource, value: unknown): SchemaSource[] {
    const accepts = (part: SchemaSource) => mistakeIn(value, part, this.#named) === undefined;
    const branch = schema.if && (accepts(schema.if) ? schema.then : schema.else);
    const target = $ref === undefined ? undefined : this.#named.schema($ref);
    return [target, ...allOf, branch, oneOf.find(accepts), anyOf.find(accepts)].filter((part) => part !== undefined);
  }

  /** The default of a schema, of what it refers to, or of a part that every value has to fit. */
  #default({ default: own, $ref, allOf = [] }: SchemaSource, depth = 0): SchemaSource['default'] {
    if (own !== undefined || depth > 50) return own;
    const parts = [...($ref === undefined ? [] : [this.#named.schema($ref)]), ...allOf];
    return parts.map((part) => this.#default(part, depth + 1)).findLast((found) => found !== undefined);
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
