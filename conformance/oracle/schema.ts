/** Validates values with Ajv against the schemas of a contract. */

import { pointerSegments } from '@hyperjump/json-pointer';
import type { Ajv as AjvInstance, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mapTexts } from '../common/json.ts';
import { oncePer } from '../common/once-per.ts';
import type { Contract, Json, JsonSchema } from '../contract/contract.ts';
import type { Catalogs } from './catalogs.ts';
import { withDefaults } from './defaults.ts';
import { fromNumber } from './exact.ts';
import { createResolver, type Resolve } from './resolve.ts';
import { createShapes, type Shapes } from './shapes.ts';

/** One error of a value. */
export interface SchemaError {
  /** Names and indices from the root to the error; a missing or unknown name is the last. */
  readonly path: readonly string[];
  readonly keyword: string;
  readonly message: string;
}

/** Validates values against the schemas of one contract. */
export interface SchemaValidator {
  readonly shapes: Shapes;
  /** The shape of a schema that fits a value. */
  readonly resolve: Resolve;
  /** Every error of a value. `text` reads numbers and booleans from text, as in queries and paths. */
  errors(schema: JsonSchema, value: unknown, text?: boolean): readonly SchemaError[];
  valid(schema: JsonSchema, value: unknown, text?: boolean): boolean;
  /** A copy of the value with every default filled in. */
  complete(schema: JsonSchema, value: unknown): unknown;
}

/** Base URI of the contract's schemas. */
const home = 'contract:/schemas';

function toSchemaError(error: ErrorObject): SchemaError {
  const path = [...pointerSegments(error.instancePath)];
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params;
  const name: unknown = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return {
    path: typeof name === 'string' ? [...path, name] : path,
    keyword: error.keyword,
    message: error.message ?? error.keyword,
  };
}

/** Exact, since Ajv divides floating-point numbers and rejects 0.07 as a multiple of 0.01. */
function isMultiple(step: number, value: number): boolean {
  const [exact, unit] = [fromNumber(value), fromNumber(step)];
  return exact !== undefined && unit !== undefined && exact.mod(unit).equals(0);
}

function prepare(schemas: Contract['schemas'], catalogs: Catalogs, coerceTypes: boolean): AjvInstance {
  // Validating the schemas takes longer than compiling them, and the generator has done it.
  // So does optimizing the code of many schemas that each validate few values.
  const asGiven = { strict: false, validateSchema: false, meta: false, code: { optimize: false } };
  const ajv = new Ajv2020({ allErrors: true, coerceTypes, logger: false, ...asGiven });
  addFormats.default(ajv);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultiple });
  ajv.addKeyword({
    keyword: 'catalog',
    type: 'string',
    schemaType: 'string',
    validate: (catalog: string, key: string, shape?: AnySchemaObject) =>
      (shape?.prefix === 'optional' ? catalogs.wholeKey(catalog, key) : catalogs.line(catalog, key)) !== undefined,
  });
  ajv.addSchema({ $id: home, schemas });
  return ajv;
}

/** A schema with absolute references to the contract's schemas. */
function homed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(homed);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' ? `${home}${part}` : homed(part),
    ]),
  );
}

/** The validator of a contract; the same schemas and catalogs share it, so that nothing is compiled twice. */
export function validatorOf({ schemas }: Pick<Contract, 'schemas'>, catalogs: Catalogs): SchemaValidator {
  return validatorsOf(schemas)(catalogs);
}

const validatorsOf = oncePer((schemas: Contract['schemas']) =>
  oncePer((catalogs: Catalogs) => createValidator(schemas, catalogs)),
);

/** Compiles schemas on first use. */
type Engine = (schema: JsonSchema) => ValidateFunction;

function createEngine(schemas: Contract['schemas'], catalogs: Catalogs, text: boolean): Engine {
  let prepared: AjvInstance | undefined;
  return oncePer((schema: JsonSchema) => {
    prepared ??= prepare(schemas, catalogs, text);
    // A schema is an object or a boolean, and `homed` keeps it one.
    const own = homed(schema) as JsonSchema;
    const validate = prepared.compile(own);
    // Ajv would cache it forever.
    prepared.removeSchema(own);
    return validate;
  });
}

function createValidator(schemas: Contract['schemas'], catalogs: Catalogs): SchemaValidator {
  const shapes = createShapes({ schemas });
  const engines = { json: createEngine(schemas, catalogs, false), text: createEngine(schemas, catalogs, true) };

  function errors(schema: JsonSchema, value: unknown, text = false): readonly SchemaError[] {
    const validate = (text ? engines.text : engines.json)(schema);
    // Reading text changes the value in place.
    if (validate(text ? mapTexts(value, (same) => same) : value)) return [];
    return (validate.errors ?? []).map(toSchemaError);
  }

  const valid = (schema: JsonSchema, value: unknown, text?: boolean) => errors(schema, value, text).length === 0;
  const resolve = createResolver({ schemas }, valid);
  return {
    shapes,
    resolve,
    errors,
    valid,
    complete: (schema, value) => withDefaults(schema, value, { resolve, catalogs }),
  };
}
