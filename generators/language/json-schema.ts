/** The dialect of JSON Schema 2020-12 in which fields are described, with the annotations that the spec adds to it. */

import { z } from 'zod';
import { from, hosts, json, status } from './fields.ts';

const typeName = z.enum(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']);
const count = z.int().nonnegative();

/** Formats that validators, request generators and emitters all support. */
const format = z.enum([
  'date',
  'date-time',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'uri-reference',
  'uuid',
]);

/** The names of those formats. */
export const formats: readonly string[] = format.options;

/** A JSON Schema of the specification. */
export interface SchemaSource {
  $ref?: string;
  title?: string;
  description?: string;
  type?: z.infer<typeof typeName> | z.infer<typeof typeName>[];
  enum?: z.infer<typeof json>[];
  const?: z.infer<typeof json>;
  default?: z.infer<typeof json>;
  examples?: z.infer<typeof json>[];
  deprecated?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: z.infer<typeof format>;
  contentEncoding?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: SchemaSource | boolean;
  prefixItems?: SchemaSource[];
  contains?: SchemaSource;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  properties?: Record<string, SchemaSource>;
  patternProperties?: Record<string, SchemaSource>;
  additionalProperties?: SchemaSource | boolean;
  propertyNames?: SchemaSource;
  dependentRequired?: Record<string, string[]>;
  allOf?: SchemaSource[];
  anyOf?: SchemaSource[];
  oneOf?: SchemaSource[];
  not?: SchemaSource;
  if?: SchemaSource;
  then?: SchemaSource;
  else?: SchemaSource;
  from?: string | string[] | Record<string, string | string[]>;
  status?: z.infer<typeof status> | Record<string, z.infer<typeof status>>;
  hosts?: string[];
  on?: Record<string, SchemaSource>;
  catalog?: string;
  prefix?: 'optional';
  error?: string;
}

const nested: z.ZodType<SchemaSource> = z.lazy(() => jsonSchema);

/** Parses one JSON Schema; unknown keywords are errors, and so are those that no emitter writes. */
export const jsonSchema: z.ZodType<SchemaSource> = z
  .strictObject({
    $ref: z.string().meta({ description: 'Name of an entry under `schemas:`' }),
    title: z.string(),
    description: z.string(),
    type: z.union([typeName, z.array(typeName).min(1)]),
    enum: z.array(json).min(1),
    const: json,
    default: json.meta({
      description: 'Used where the caller omits the field; within a branch, where the branch accepts the request',
    }),
    examples: z.array(json),
    deprecated: z.boolean().meta({ description: 'Whether callers should stop using it; it works as before' }),
    minLength: count,
    maxLength: count,
    pattern: z.string(),
    format,
    contentEncoding: z.string(),
    contentMediaType: z.string(),
    minimum: z.number(),
    maximum: z.number(),
    exclusiveMinimum: z.number(),
    exclusiveMaximum: z.number(),
    multipleOf: z.number().positive(),
    minItems: count,
    maxItems: count,
    uniqueItems: z.boolean(),
    items: z.union([nested, z.boolean()]),
    minProperties: count,
    maxProperties: count,
    required: z.array(z.string()),
    properties: z.record(z.string(), nested),
    patternProperties: z.record(z.string(), nested).meta({
      description: 'The values of a map by a pattern of its keys; one pattern, beside `additionalProperties: false`',
    }),
    additionalProperties: z.union([nested, z.boolean()]),
    dependentRequired: z
      .record(z.string(), z.array(z.string()).min(1))
      .meta({ description: 'Properties that must be there where another one is' }),
    propertyNames: nested,
    allOf: z.array(nested).min(1),
    anyOf: z.array(nested).min(1),
    oneOf: z.array(nested).min(1),
    not: nested,
    if: nested,
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    then: nested,
    else: nested,
    from: z
      .union([from, z.record(z.string(), from)])
      .meta({ description: 'Statement ids of the whole field, or a map from keyword to statement ids' }),
    status: z
      .union([status, z.record(z.string(), status)])
      .meta({ description: 'Status of the whole field, or a map from keyword to status' }),
    hosts: hosts.meta({ description: 'Hosts or groups on which this property exists' }),
    on: z.record(z.string(), nested).meta({
      description:
        'Keywords by host or group that override the keywords beside `on` on that host or group; maps of `from` and `status` are merged',
    }),
    catalog: z.string().meta({ description: 'Catalog whose keys are the valid values' }),
    prefix: z.literal('optional').meta({
      description: 'A value may omit the part before the slash of its key; it is read as the whole key',
    }),
    error: z.string().meta({ description: 'Error for a value that is not a key of the catalog' }),
  })
  .partial()
  .meta({
    id: 'JsonSchema',
    description: 'JSON Schema 2020-12 with `from`, `status`, `hosts`, `on`, `catalog`, `prefix` and `error`',
  }) as z.ZodType<SchemaSource>;

/** The name of a schema, or an inline schema. */
export const schemaUse = z
  .union([z.string(), jsonSchema])
  .meta({ description: 'Name of a schema, or an inline schema' });
