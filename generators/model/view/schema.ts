import type { SchemaSource } from '../../language/json-schema.ts';
import type { Selection } from '../hosts.ts';
import { schemaOn } from '../schema-on.ts';
import type { Spec } from '../spec.ts';
import type { Json, JsonSchema } from '../types.ts';

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);
const listed = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const named = new Set(['properties', 'patternProperties']);

/** Keywords that the spec adds to JSON Schema, and that contracts leave out. */
const annotations = new Set(['from', 'status', 'hosts']);

/** The schemas of one host's contract: those that are used, with the named schemas that these refer to. */
export class ContractSchemas {
  readonly #spec: Spec;
  readonly #selection: Selection;
  readonly #used = new Map<string, JsonSchema>();
  readonly #catalogs = new Set<string>();

  constructor(spec: Spec, selection: Selection) {
    this.#spec = spec;
    this.#selection = selection;
  }

  /** A named schema that was used. */
  named(name: string): JsonSchema | undefined {
    return this.#used.get(name);
  }

  /** Named schemas used so far, sorted by name. */
  get used(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Catalogs that schemas used so far name. */
  get catalogs(): ReadonlySet<string> {
    return this.#catalogs;
  }

  /** A named schema as a reference, or a schema in place, without the spec's own annotations. */
  use(source: string | SchemaSource): JsonSchema {
    return typeof source === 'string' ? this.#refer(source) : this.#convert(source);
  }

  /** A reference to a named schema, which the contract then has as well. */
  #refer(reference: string): JsonSchema {
    const name = schemaName(reference);
    if (!this.#used.has(name)) {
      // It is known before it is converted, so that a schema which refers to itself ends.
      this.#used.set(name, {});
      const schema = this.#spec.get('schema', name);
      if (schema) this.#used.set(name, this.#convert(schema.value));
    }
    return { $ref: `#/schemas/${name}` };
  }

  #convert(written: SchemaSource): JsonSchema {
    const { isSelected } = this.#selection;
    const source = schemaOn(written, isSelected);
    const schema: Record<string, Json> = {};
    const absent = new Set(
      Object.entries(source.properties ?? {})
        .filter(([, property]) => property.hosts && !isSelected(property.hosts))
        .map(([name]) => name),
    );

    for (const [keyword, value] of Object.entries(source)) {
      if (annotations.has(keyword) || value === undefined) continue;
      if (keyword === 'required' && source.required) {
        const required = source.required.filter((name) => !absent.has(name));
        if (required.length > 0) schema.required = required;
      } else if (keyword === '$ref') {
        Object.assign(schema, this.#refer(String(value)));
      } else {
        if (keyword === 'catalog') this.#catalogs.add(String(value));
        schema[keyword] = this.#value(keyword, value, absent);
      }
    }
    return schema;
  }

  #value(keyword: string, value: unknown, absent: ReadonlySet<string>): Json {
    if (isSchema(value) && single.has(keyword)) return this.#convert(value);
    if (Array.isArray(value) && listed.has(keyword)) return value.filter(isSchema).map((each) => this.#convert(each));
    if (isSchema(value) && named.has(keyword)) {
      const entries = Object.entries(value).filter(([name]) => keyword !== 'properties' || !absent.has(name));
      return Object.fromEntries(entries.map(([name, each]) => [name, isSchema(each) ? this.#convert(each) : {}]));
    }
    // Every other keyword holds plain JSON, as the shape of the dialect has checked.
    return value as Json;
  }
}

/** The name of a schema in a reference, written `Name` or `#/schemas/Name`. */
export function schemaName(reference: string): string {
  return reference.replace(/^#\/schemas\//, '');
}

function isSchema(value: unknown): value is SchemaSource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
