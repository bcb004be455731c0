/** The smallest values that satisfy schemas. */

import { isObject } from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import { oncePer } from '../common/once-per.ts';
import type { Contract, JsonSchema } from '../contract/contract.ts';
import type { Catalogs } from '../oracle/catalogs.ts';
import type { SchemaValidator } from '../oracle/schema.ts';
import { isSchema, propertiesOf, requiredOf, typesOf } from '../oracle/shapes.ts';
import { sampleText, texts } from './text.ts';

/** The schemas and catalogs that values are generated from. */
export interface Material {
  readonly validator: SchemaValidator;
  readonly catalogs: Catalogs;
  /** The members of every `enum` of the contract: values that are valid elsewhere. */
  readonly enums: readonly (readonly unknown[])[];
}

/** Collects what values are generated from. */
export function createMaterial(
  { schemas }: Pick<Contract, 'schemas'>,
  validator: SchemaValidator,
  catalogs: Catalogs,
): Material {
  return { validator, catalogs, enums: enumsOf(schemas) };
}

const enumsOf = oncePer((schemas: Contract['schemas']) => {
  const enums: (readonly unknown[])[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    if (Array.isArray(value.enum)) enums.push(value.enum);
    Object.values(value).forEach(walk);
  };
  walk(schemas);
  return enums;
});

/** A small value that satisfies a schema, without optional parts. `undefined` where none was found. */
export function minimal(schema: JsonSchema, material: Material): unknown {
  return minimalsOf(material)(schema).value;
}

const minimalsOf = oncePer((material: Material) =>
  oncePer((schema: JsonSchema) => ({ value: smallest(schema, material) })),
);

function smallest(schema: JsonSchema, material: Material): unknown {
  for (const shape of material.validator.shapes(schema).flatMap(withAndWithoutExamples)) {
    const value = ofShape(shape, material);
    if (value !== undefined && material.validator.valid(schema, value)) return value;
  }
  return undefined;
}

/** A shape, and the same without its examples: descriptions have examples that break their own schema. */
function withAndWithoutExamples(shape: JsonSchema): readonly JsonSchema[] {
  const { examples, ...others } = shape;
  return examples === undefined ? [shape] : [shape, others];
}

/** The least number of items of a valid list: without minItems, it is open whether a list may be empty. */
export function leastItems({ minItems, maxItems }: JsonSchema): number {
  return Number(minItems ?? Math.min(1, Number(maxItems ?? 1)));
}

/** The type of the values of a shape: the first that it names, else the one that its keywords imply. */
export function typeOf(shape: JsonSchema): string {
  const [first] = typesOf(shape);
  if (first) return first;
  if (isSchema(shape.properties) || Array.isArray(shape.required)) return 'object';
  return isSchema(shape.items) ? 'array' : 'string';
}

function ofShape(shape: JsonSchema, material: Material): unknown {
  if (shape.const !== undefined) return shape.const;
  if (Array.isArray(shape.enum)) return shape.enum[0];
  if (typeof shape.catalog === 'string') return material.catalogs.lines(shape.catalog)[0]?.key;
  switch (typeOf(shape)) {
    case 'object':
      return ofObject(shape, material);
    case 'array':
      return ofArray(shape, material);
    case 'integer':
    case 'number':
      return ofNumber(shape);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return sampleText(shape);
  }
}

function ofObject(shape: JsonSchema, material: Material): unknown {
  if (Array.isArray(shape.examples)) return shape.examples[0];
  const properties = propertiesOf(shape);
  const value: Record<string, unknown> = {};
  for (const name of requiredOf(shape)) value[name] = minimal(properties[name] ?? {}, material);
  for (const name of neededBy(shape, Object.keys(value))) value[name] = minimal(properties[name] ?? {}, material);
  return mapOf(Number(shape.minProperties ?? 0), shape, value, material);
}

/** The properties that others require, directly or through one another. */
function neededBy({ dependentRequired }: JsonSchema, names: readonly string[]): ReadonlySet<string> {
  const needed = new Set(names);
  const required = isObject(dependentRequired) ? dependentRequired : {};
  for (const name of needed) for (const each of requiredOf({ required: required[name] ?? [] })) needed.add(each);
  for (const name of names) needed.delete(name);
  return needed;
}

/** A map of at least the given size, with the given entries. */
export function mapOf(size: number, shape: JsonSchema, entries: object, material: Material): unknown {
  const map: Record<string, unknown> = { ...entries };
  const schema = isSchema(shape.additionalProperties) ? shape.additionalProperties : {};
  for (const key of keysOf(shape, size, material)) {
    if (Object.keys(map).length >= size) break;
    map[key] = minimal(schema, material);
  }
  return map;
}

/** Keys of a map: at least as many as wanted, as far as its schema allows that many. */
export function keysOf({ propertyNames }: JsonSchema, count: number, { validator }: Material): readonly string[] {
  const [names = {}] = isSchema(propertyNames) ? validator.shapes(propertyNames) : [];
  if (!isSchema(propertyNames)) return Array.from({ length: count * 2 }, (_, index) => `key-${index + 1}`);
  if (Array.isArray(names.enum)) return names.enum.map(String);
  return [...new Set(fc.sample(texts(names), { seed: 1, numRuns: count * 20 }))];
}

function ofArray(shape: JsonSchema, material: Material): unknown {
  const schema = isSchema(shape.items) ? shape.items : {};
  const length = leastItems(shape);
  if (shape.uniqueItems === true) return distinctOnes(schema, length, material);
  const item = minimal(schema, material);
  return Array.from({ length }, () => item);
}

/** The given number of distinct values of a schema, as far as it has that many. */
function distinctOnes(schema: JsonSchema, length: number, material: Material): readonly unknown[] {
  const [shape = {}] = material.validator.shapes(schema);
  const least = minimal(schema, material);
  const many = Array.isArray(shape.enum)
    ? shape.enum
    : typeof least === 'string'
      ? fc.sample(texts(shape), { seed: 1, numRuns: length * 20 })
      : Array.from({ length }, (_, index) => (typeof least === 'number' ? least + index : least));
  return [...new Set([least, ...many])].filter((each) => material.validator.valid(schema, each)).slice(0, length);
}

function ofNumber(shape: JsonSchema): number {
  const step = typeof shape.multipleOf === 'number' ? shape.multipleOf : 1;
  const above = typeof shape.exclusiveMinimum === 'number' ? shape.exclusiveMinimum + step : undefined;
  const low = typeof shape.minimum === 'number' ? shape.minimum : above;
  const high = typeof shape.maximum === 'number' ? shape.maximum : undefined;
  if (low !== undefined) return low;
  return high !== undefined && high < 0 ? high : 0;
}
