/** Values that JSON Schemas accept, for made-up answers and for examples. */

import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type GenerateOptions, generateSync } from 'json-schema-faker';
import { once } from '#generators/common/once.ts';
import { isObject, mapSchema, referenceOf } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';

/** Named schemas, and the keys of catalogs, that schemas refer to. */
export interface Surroundings {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly keys?: (catalog: string) => readonly Json[];
}

/** Makes a value that a schema accepts, the same for the same seed; `undefined` where none is found. */
export type MakeValue = (schema: JsonSchema, seed: number) => Json | undefined;

/** Values that are tried before a schema is given up. */
const maxAttempts = 24;

/** Ways to make a value, from the richest to the one that ends earliest: a recursive schema may end at the wrong place. */
const ways: readonly GenerateOptions[] = [
  { alwaysFakeOptionals: true, useExamplesValue: true, useDefaultValue: true, maxDepth: 10, refDepthMax: 5 },
  { alwaysFakeOptionals: true, useExamplesValue: true, useDefaultValue: true, maxDepth: 6, refDepthMax: 2 },
  { optionalsProbability: 0.5, useExamplesValue: true, maxDepth: 6, refDepthMax: 1 },
  { optionalsProbability: 0, fillProperties: false, useExamplesValue: true, maxDepth: 8, refDepthMax: 1 },
  { optionalsProbability: 0, fillProperties: false, maxDepth: 12 },
];

/** Creates the maker of values for the schemas of one specification. */
export function createMaker({ schemas, keys }: Surroundings): MakeValue {
  const definitions = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema, keys)]));
  const prepare = once((schema: JsonSchema) => {
    const own = { ...plain(schema, keys), $defs: definitions };
    return { schema: own, isValid: compiled(own) };
  });
  return (source, seed) => {
    const { schema, isValid } = prepare(source);
    if (!isValid) return undefined;
    for (const value of stated(source, schemas)) if (isValid(value)) return value;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const value = made(schema, seed + attempt, ways[Math.floor((attempt * ways.length) / maxAttempts)] ?? {});
      if (value !== undefined && isValid(value)) return value;
    }
    return undefined;
  };
}

/** True for a value that a schema accepts, and where the schema cannot be read. */
export function accepts({ schemas, keys }: Surroundings, schema: JsonSchema, value: Json): boolean {
  const definitions = Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, plain(each, keys)]));
  return compiled({ ...plain(schema, keys), $defs: definitions })?.(value) ?? true;
}

/** The values that a schema itself gives: its examples and its default. */
function stated(schema: JsonSchema, schemas: Surroundings['schemas']): readonly Json[] {
  const name = referenceOf(schema);
  const target = name === undefined ? {} : (schemas[name] ?? {});
  const { examples, default: fallback } = { ...target, ...schema };
  return [...(Array.isArray(examples) ? examples : []), ...(fallback === undefined ? [] : [fallback])];
}

function made(schema: JsonSchema, seed: number, way: GenerateOptions): Json | undefined {
  try {
    // A value that was made of JSON Schema is JSON.
    return generateSync(schema, { ...way, seed, maxDefaultItems: 2 }) as Json;
  } catch {
    return undefined;
  }
}

function compiled(schema: JsonSchema): ((value: Json) => boolean) | undefined {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      try {
        return validate(value) === true;
      } catch {
        // A schema that refers to itself for the same value has no end.
        return false;
      }
    };
  } catch {
    return undefined;
  }
}

/** A schema with references as JSON Schema writes them, and the keys of catalogs as its values. */
function plain(schema: JsonSchema, keys: Surroundings['keys']): JsonSchema {
  return mapSchema(schema, ({ catalog, from: _from, status: _status, ...each }) => {
    const name = referenceOf(each);
    const map = patterned(each);
    const known = typeof catalog === 'string' ? keys?.(catalog) : undefined;
    return {
      ...each,
      ...map,
      ...(name !== undefined && { $ref: `#/$defs/${name}` }),
      ...(known && known.length > 0 && { enum: known }),
    };
  });
}

/** A map with a pattern for its keys, in the keyword that makers of values read. */
function patterned({ propertyNames, additionalProperties }: JsonSchema): JsonSchema {
  const pattern = isObject(propertyNames) ? propertyNames.pattern : undefined;
  if (typeof pattern !== 'string' || !isObject(additionalProperties)) return {};
  return { patternProperties: { [pattern]: additionalProperties }, additionalProperties: false };
}
