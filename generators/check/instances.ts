import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../json-schema/walk.ts';
import type { CatalogSource } from '../language/catalog.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import type { Selectable } from '../model/hosts.ts';
import type { Spec } from '../model/spec.ts';
import type { Json, JsonSchema } from '../model/types.ts';
import { ContractSchemas, schemaName } from '../model/view/schema.ts';
import { once } from '../once.ts';
import { validatorOf, wholeKey } from './compiled.ts';

/** Validates values against the schemas of one host, and fills in their defaults. */
export class Instances {
  readonly #spec: Spec;
  readonly #schemas: ContractSchemas;
  /** Validators of this reading, by the text of their schemas. */
  readonly #known = new Map<string, ValidateFunction | undefined>();

  constructor(spec: Spec, host: Selectable) {
    this.#spec = spec;
    this.#schemas = new ContractSchemas(spec, host);
  }

  /** The first validation error of a value as a message; `undefined` when it is valid. */
  mistake(source: string | SchemaSource, value: unknown): string | undefined {
    const validate = this.#compile(relevant(this.#resolved(source), value));
    if (!validate || validate(value)) return undefined;
    return validate.errors?.map(messageOf)[0] ?? 'the value does not match its schema';
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

  #compile(schema: JsonSchema): ValidateFunction | undefined {
    const text = JSON.stringify(schema);
    const named = { schema: (name: string) => this.#schemas.named(name), keys: (id: string) => keysOf(this.#spec, id) };
    if (!this.#known.has(text)) this.#known.set(text, validatorOf(schema, named));
    return this.#known.get(text);
  }
}

/** A schema without the properties that a value lacks: they cannot make it invalid, and compiling them takes time. */
function relevant(schema: Readonly<Record<string, unknown>>, value: unknown): JsonSchema {
  const { properties } = schema;
  const keep = schema as JsonSchema;
  if (!isObject(properties) || !isObject(value) || schema.additionalProperties !== undefined) return keep;
  const present = Object.entries(properties).filter(([name]) => name in value);
  return { ...keep, properties: Object.fromEntries(present) as Record<string, Json> };
}

function keysOf(spec: Spec, catalog: string): readonly unknown[] | undefined {
  const source = spec.get('catalog', catalog)?.value;
  return source && keysIn(source);
}

const keysIn = once(({ key, entries }: CatalogSource): readonly unknown[] => entries.map((entry) => entry[key]));

function defaultOf(schema: Readonly<Record<string, unknown>>): unknown {
  return schema.default === undefined ? undefined : structuredClone(schema.default);
}

function messageOf({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'the value' : instancePath;
  if (keyword === 'catalog') return `${where} is not a key of its catalog`;
  if (Array.isArray(params.allowedValues)) return `${where} must be one of ${params.allowedValues.join(', ')}`;
  const extra = typeof params.additionalProperty === 'string' ? ` ${JSON.stringify(params.additionalProperty)}` : '';
  return `${where} ${message ?? 'is invalid'}${extra}`;
}
