import { kept } from '../../kept.ts';
import type { SchemaSource } from '../../language/json-schema.ts';
import type { Selection } from '../hosts.ts';
import { schemaOn } from '../schema-on.ts';
import type { Spec } from '../spec.ts';
import type { Json, JsonSchema } from '../types.ts';

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);
const listed = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const named = new Set(['properties', 'patternProperties']);

/** What the spec adds to JSON Schema and contracts do not carry. */
const annotations = new Set(['from', 'status', 'hosts']);

/** What a schema of the spec becomes on a host depends on which lists of hosts select that host. */
type Sources = Pick<Selection, 'isSelected'>;

/** The named schemas and the catalogs that schemas name. */
export interface Uses {
  readonly names: Set<string>;
  readonly catalogs: Set<string>;
}

/** A part of the view of a host, with what its schemas use. */
export interface Viewed<View> {
  readonly view: View;
  readonly uses: Uses;
}

/** Turns schemas of the spec into those of a host, and notes what they use. */
export class HostSchemas {
  readonly uses: Uses = { names: new Set(), catalogs: new Set() };
  readonly #sources: Sources;

  constructor({ isSelected }: Sources) {
    this.#sources = { isSelected };
  }

  /** A named schema as a reference, or a schema in place, without the spec's own annotations. */
  use(source: string | SchemaSource): JsonSchema {
    if (typeof source !== 'string') {
      const { schema, uses } = converted(source, this.#sources);
      this.add(uses);
      return schema;
    }
    const name = schemaName(source);
    this.uses.names.add(name);
    return { $ref: `#/schemas/${name}` };
  }

  /** Notes what other schemas name. */
  add({ names, catalogs }: Uses): void {
    for (const name of names) this.uses.names.add(name);
    for (const id of catalogs) this.uses.catalogs.add(id);
  }
}

/** The schemas of one host's contract: those that are used, with the named schemas that these refer to. */
export class ContractSchemas {
  readonly #spec: Pick<Spec, 'get'>;
  readonly #sources: Sources;
  readonly #used = new Map<string, JsonSchema>();
  readonly #catalogs = new Set<string>();

  constructor(spec: Pick<Spec, 'get'>, { isSelected }: Sources) {
    this.#spec = spec;
    this.#sources = { isSelected };
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
    const schemas = new HostSchemas(this.#sources);
    const schema = schemas.use(source);
    this.follow(schemas.uses);
    return schema;
  }

  /** Notes what schemas use, and what the named schemas among it use in turn. */
  follow({ names, catalogs }: Uses): void {
    for (const id of catalogs) this.#catalogs.add(id);
    for (const name of names) {
      if (this.#used.has(name)) continue;
      this.#used.set(name, {});
      const schema = this.#spec.get('schema', name);
      if (schema) this.#used.set(name, this.use(schema.value));
    }
  }
}

const converted = kept((source: SchemaSource, sources: Sources) => {
  const conversion = new Conversion(sources);
  return { schema: conversion.of(source), uses: conversion.uses };
});

/** Turns one schema into that of a host, and notes the named schemas and catalogs in it. */
class Conversion {
  readonly uses: Uses = { names: new Set(), catalogs: new Set() };
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
        this.uses.names.add(name);
        schema.$ref = `#/schemas/${name}`;
      } else {
        if (keyword === 'catalog') this.uses.catalogs.add(String(value));
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
