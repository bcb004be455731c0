/** Parameters of a description: those of paths, queries and headers become schemas. */

import { parametersOf } from '#generators/compare/openapi/parameters.ts';
import type { Part } from '#generators/compare/openapi/part.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import type { Importer } from './importer.ts';
import type { ApiSchemas } from './schemas.ts';

/** The parameters of an operation. */
export interface ReadParameters {
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  /** Names of headers that are passed on to the API, in lower case. */
  readonly passed: readonly string[];
  /** Examples by the name of their parameter. */
  readonly examples: Readonly<Record<'params' | 'query' | 'headers', JsonSchema>>;
}

/** Headers that the gateway writes itself. */
const own = new Set(['accept', 'content-type', 'authorization', 'content-length', 'host']);

/** Reads the parameters of an operation; `names` are those in its path, each with its name in the specification. */
export function readParameters(
  item: Part,
  source: Part,
  importer: Importer,
  names: readonly (readonly [described: string, written: string])[],
): ReadParameters {
  const all = parametersOf(item, source);
  const rename = (name: string) => names.find(([each]) => each === name)?.[1] ?? name;
  const described = all.filter((each) => each.text('in') === 'path').map((each) => written(each, importer, rename));
  const path = [...described, ...undescribed(source, names, described, importer)];
  const query = all.filter((each) => each.text('in') === 'query').flatMap((each) => fieldsOf(each, importer));
  for (const each of all.filter((each) => each.text('in') === 'cookie'))
    importer.leftovers.add(each.at, `The cookie \`${each.text('name')}\` is not passed on`, 'Send it in the handler.');
  const passed = all.filter((each) => each.text('in') === 'header').filter((each) => !own.has(headerName(each)));
  const headers = passed.flatMap((each) => headerOf(each, importer));
  return {
    ...(path.length > 0 && {
      params: schemaOf(path.map((each) => inPath(each, importer))),
    }),
    ...(query.length > 0 && { query: schemaOf(query) }),
    ...(headers.length > 0 && { headers: schemaOf(headers) }),
    passed: passed.map(headerName),
    examples: { params: examplesOf(path), query: examplesOf(query), headers: examplesOf(headers) },
  };
}

/** The parameters of a path that the description has no schema of: any text. */
function undescribed(
  { at }: Part,
  names: readonly (readonly [described: string, written: string])[],
  described: readonly Written[],
  { leftovers }: Importer,
): readonly Written[] {
  const missing = names.filter(([, name]) => described.every((each) => each.name !== name));
  for (const [name] of missing)
    leftovers.add(
      at,
      `The path parameter \`${name}\` is not described and may be any text`,
      'Describe it in `params`.',
    );
  return missing.map(([, name]) => ({ name, schema: { type: 'string' }, isRequired: true }));
}

/** A parameter of a path, which is never empty: that is stated where no value, format or pattern says what it is. */
function inPath(parameter: Written, { schemas }: Importer): Written {
  const { type, minLength, enum: values, format, pattern } = schemas.resolved(parameter.schema);
  const isOpen = type === 'string' && [minLength, values, format, pattern].every((each) => each === undefined);
  return { ...parameter, isRequired: true, ...(isOpen && { schema: { ...parameter.schema, minLength: 1 } }) };
}

interface Written {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly example?: JsonSchema[string];
}

function written(part: Part, { schemas, leftovers, statements }: Importer, rename = (name: string) => name): Written {
  const name = part.text('name') ?? '';
  const description = part.text('description');
  const from = description
    ? statements.add('Parameters', 'field', 'blackbox-free', `${name}: ${description}`)
    : undefined;
  const given = part.raw('schema').isThere ? schemas.useInRequest(part.raw('schema'), true) : { type: 'string' };
  const schema = withoutNull(given, schemas);
  const isText = part.raw('content').isThere || !isSpelled(schema, schemas) || isPacked(part);
  if (isText)
    leftovers.add(
      part.at,
      `The parameter \`${name}\` is passed on as one text, whose inside is not checked`,
      'Your API checks it.',
    );
  const own = isText ? { type: 'string' } : schema;
  const example = isText ? undefined : (part.fields.example ?? firstOf(part.get('examples')));
  return {
    name: rename(name),
    schema: { ...own, ...(description && { description }), ...(from !== undefined && { from }) },
    isRequired: part.fields.required === true,
    ...(example !== undefined && { example }),
  };
}

/** True for a list that is sent as one text, such as `a,b`. */
function isPacked({ fields: { style = 'form', explode = true } }: Part): boolean {
  return explode === false || style !== 'form';
}

/** A schema without null, which no text spells: that of `type: [string, "null"]`, or the other one of two alternatives. */
export function withoutNull(schema: JsonSchema, schemas: ApiSchemas): JsonSchema {
  const { type, anyOf, oneOf, enum: values, default: fallback, ...rest } = schemas.resolved(schema);
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  const alternatives = [anyOf ?? oneOf ?? []].flat().filter((each) => isObject(each) && each.type !== 'null');
  const [only] = alternatives;
  const own = {
    ...(Array.isArray(values) && { enum: values.filter((each) => each !== null) }),
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
  };
  if (Array.isArray(type) && types.length === 1) return { ...rest, ...own, type: types[0] ?? 'string' };
  const isAlone =
    isObject(only) &&
    alternatives.length === 1 &&
    [anyOf, oneOf].some((each) => Array.isArray(each) && each.length === 2);
  return isAlone ? { ...rest, ...schemas.resolved(only), ...own } : schema;
}

/** True for values that a text spells without doubt: scalars, and lists of them. */
export function isSpelled(schema: JsonSchema, schemas: ApiSchemas): boolean {
  const { type = 'string', items, anyOf, oneOf, allOf, not, if: condition, const: constant } = schemas.resolved(schema);
  if ([anyOf, oneOf, allOf, not, condition, constant].some((each) => each !== undefined)) return false;
  if (type === 'array') return isObject(items) && items.type !== 'array' && isSpelled(items, schemas);
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
}

/** A parameter of a query; one whose value is an object stands for the properties of that object. */
function fieldsOf(part: Part, importer: Importer): readonly Written[] {
  const { style = 'form', explode = true, required } = part.fields;
  const schema = part.get('schema');
  const properties = schema.get('properties');
  if (style !== 'form' || explode !== true || !properties.isThere) return [written(part, importer)];
  const names: readonly Json[] = Array.isArray(schema.fields.required) ? schema.fields.required : [];
  const example = Object(part.fields.example);
  return properties.entries().map(([name]) => {
    const property = properties.raw(name);
    const found = withoutNull(importer.schemas.useInRequest(property, true), importer.schemas);
    return {
      name,
      schema: isSpelled(found, importer.schemas) ? found : { type: 'string' },
      isRequired: required === true && names.includes(name),
      ...(Object.hasOwn(example, name) && { example: example[name] }),
    };
  });
}

function firstOf(examples: Part): JsonSchema[string] | undefined {
  return examples.entries()[0]?.[1].fields.value;
}

function headerName(part: Part): string {
  return (part.text('name') ?? '').toLowerCase();
}

/** A header as the specification has it: a scalar without a default, under a name that it may have. */
function headerOf(part: Part, importer: Importer): Written[] {
  const name = headerName(part);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    importer.leftovers.add(part.at, `The header \`${name}\` is passed on and not checked`, 'Your API checks it.');
    return [];
  }
  const { schema, ...header } = written(part, importer);
  const { default: _, ...own } = importer.schemas.resolved(schema);
  const isScalar = typeof own.type === 'string' && own.type !== 'array';
  const scalar = isScalar ? own : { type: 'string' };
  // A header without a value arrives as none.
  const isOpen = scalar.type === 'string' && scalar.enum === undefined;
  const least = typeof scalar.minLength === 'number' ? scalar.minLength : 0;
  return [{ ...header, name, schema: { ...scalar, ...(isOpen && { minLength: Math.max(1, least) }) } }];
}

function schemaOf(parameters: readonly Written[]): JsonSchema {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

function examplesOf(parameters: readonly Written[]): JsonSchema {
  return Object.fromEntries(
    parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example] as const])),
  );
}
