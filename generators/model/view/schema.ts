import { kept } from '../../kept.ts';
import type { SchemaSource } from '../../language/json-schema.ts';
import { type Selectable, selects } from '../hosts.ts';
import { schemaOn } from '../schema-on.ts';
import type { Spec } from '../spec.ts';
import type { Json, JsonSchema } from '../types.ts';

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);
const listed = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const named = new Set(['properties', 'patternProperties']);

/** What the spec adds to JSON Schema and contracts do not carry. */
const annotations = new Set(['from', 'status', 'hosts']);

/** Turns schemas of the spec into those of one host's contract, and remembers which named schemas they use. */
export class ContractSchemas {
  readonly #spec: Spec;
  readonly #host: Selectable;
  readonly #used = new Map<string, JsonSchema>();
  readonly #catalogs = new Set<string>();

  constructor(spec: Spec, host: Selectable) {
    this.#spec = spec;
    this.#host = host;
  }

  /** A named schema that was used. */
  named(name: string): JsonSchema | undefined {
    return this.#used.get(name);
  }

  /** Named schemas used so far, by name in order. */
  get used(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Catalogs that schemas used so far name. */
  get catalogs(): ReadonlySet<string> {
    return this.#catalogs;
  }

  /** A named schema as a reference, or a schema in place, without the spec's own annotations. */
  use(source: string | SchemaSource): JsonSchema {
    return typeof source === 'string' ? { $ref: this.#refer(source) } : this.#convert(source);
  }

  #refer(reference: string): string {
    const name = schemaName(reference);
    if (!this.#used.has(name)) {
      this.#used.set(name, {});
      const schema = this.#spec.get('schema', name);
      if (schema) this.#used.set(name, this.#convert(schema.value));
    }
    return `#/schemas/${name}`;
  }

  #convert(source: SchemaSource): JsonSchema {
    const { schema, names, catalogs } = converted(source, {
      isSelected: (hosts) => selects(hosts, this.#host),
    });
    for (const name of names) this.#refer(name);
    for (const id of catalogs) this.#catalogs.add(id);
    return schema;
  }
}

/** What a schema of the spec becomes on a host. */
interface Sources {
  isSelected(hosts: readonly string[]): boolean;
}

const converted = kept((source: SchemaSource, sources: Sources) => {
  const conversion = new Conversion(sources);
  return { schema: conversion.of(source), names: conversion.names, catalogs: conversion.catalogs };
});

/** Turns one schema into that of a host, and notes the named schemas and catalogs in it. */
class Conversion {
  readonly names = new Set<string>();
  readonly catalogs = new Set<string>();
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  of(written: SchemaSource): JsonSchema {
    const source = schemaOn(written, (hosts) => this.#sources.isSelected(hosts));
    const schema: Record<string, Json> = {};
    const absent = new Set(
      Object.entries(source.properties ?? {})
        .filter(([, property]) => property.hosts && !this.#sources.isSelected(property.hosts))
        .map(([name]) => name),
    );

    for (const [keyword, value] of Object.entries(source)) {
      if (annotations.has(keyword) || value === undefined) continue;
      if (keyword === 'required' && source.required) {
        const required = source.required.filter((name) => !absent.has(name));
        if (required.length > 0) schema.required = required;
      } else if (keyword === '$ref') {
        const name = schemaName(String(value));
        this.names.add(name);
        schema.$ref = `#/schemas/${name}`;
      } else {
        if (keyword === 'catalog') this.catalogs.add(String(value));
        schema[keyword] = this.#value(keyword, value, absent);
      }
    }
    return schema;
  }

  #value(keyword: string, value: unknown, absent: ReadonlySet<string>): Json {
    if (isSchema(value) && single.has(keyword)) return this.of(value);
    if (Array.isArray(value) && listed.has(keyword)) return value.filter(isSchema).map((each) => this.of(each));
    if (isSchema(value) && named.has(keyword)) {
      const entries = Object.entries(value).filter(([name]) => keyword !== 'properties' || !absent.has(name));
      return Object.fromEntries(entries.map(([name, each]) => [name, isSchema(each) ? this.of(each) : {}]));
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
