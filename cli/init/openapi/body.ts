/** Bodies of requests in a description. */

import { type BodyFormat, formatOf, mediaTypeOf } from '@tollwright/runtime/values/body-format';
import type { Part } from '#generators/compare/openapi/part.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import type { Importer } from './importer.ts';
import { isSpelled, withoutNull } from './parameters.ts';

/** A body as the specification has it. */
export interface ReadBody {
  /** `unchanged`: the bytes of the caller are passed on, with their type. */
  readonly kind: 'json' | 'unchanged';
  readonly schema: JsonSchema;
  readonly file: Readonly<Record<string, Json>>;
  readonly example?: Json;
}

/** Bytes of a form or file that the gateway takes: files are larger than the usual mebibyte. */
const largestFile = 10_485_760;

/** Formats of bodies, the preferred one first. */
const preferred: readonly BodyFormat[] = ['json', 'multipart', 'urlencoded', 'text', 'bytes'];

/** Reads the body of an operation; `unsupported` for one that the specification cannot describe, which is noted. */
export function readBody(source: Part, importer: Importer): ReadBody | 'unsupported' | undefined {
  if (!source.isThere) return undefined;
  const { schemas, leftovers } = importer;
  const content = source.get('content').members();
  const [found] = content.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  if (!found) {
    leftovers.add(source.at, 'An operation whose body has no type is left out', 'Name the type of its body.');
    return 'unsupported';
  }
  const [written, media] = found;
  // A body of any type is passed on as bytes.
  const type = written.includes('*') ? 'application/octet-stream' : mediaTypeOf(written);
  const format = formatOf(type);
  if (content.length > 1)
    leftovers.add(
      source.get('content').at,
      `Of several types of a body only \`${type}\` is taken`,
      'Callers who send another one get 415.',
    );
  if (source.fields.required !== true)
    leftovers.add(source.at, 'A body that may be left out is required', 'Callers send an empty object.');
  const whole = media.raw('schema').isThere ? schemas.useInRequest(media.raw('schema')) : {};
  const schema = schemaOf(format, whole, media, importer);
  const given = media.fields.example ?? media.get('examples').entries()[0]?.[1].fields.value;
  const example = exampleFor(type, given);
  return {
    kind: format === 'json' ? 'json' : 'unchanged',
    schema,
    ...(example !== undefined && { example }),
    file: {
      ...(type !== 'application/json' && { 'content-type': type }),
      schema: typeof schema.$ref === 'string' ? schema.$ref : schema,
      ...((format === 'multipart' || format === 'bytes') && { largest: largestFile }),
      validates: { when: 'before-challenge', status: 'assumed' },
    },
  };
}

/** The example of a description, where it has the shape of a body of this type. */
function exampleFor(type: string, given: Json | undefined): Json | undefined {
  const format = formatOf(type);
  if (format === 'bytes') return `data:${type};base64,AAAA`;
  return format === 'text' && typeof given !== 'string' ? undefined : given;
}

function rankOf(type: string): number {
  return preferred.indexOf(formatOf(type));
}

/** The schema of a body: of texts and bytes it says no more than that. */
function schemaOf(format: BodyFormat, whole: JsonSchema, media: Part, importer: Importer): JsonSchema {
  if (format === 'json') return whole;
  if (format === 'multipart' || format === 'urlencoded') return formOf(whole, media, importer);
  const { description } = importer.schemas.resolved(whole);
  return { type: 'string', ...(description !== undefined && { description }) };
}

/** The schema of a form: its fields are texts and files, so that lists and objects in them are not checked. */
function formOf(whole: JsonSchema, media: Part, { schemas, leftovers }: Importer): JsonSchema {
  const { properties, required, description } = schemas.resolved(whole);
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const spelled = fields.map(([name, field]): [string, Json] => {
    const schema = withoutNull(isObject(field) ? field : {}, schemas);
    const isScalar = isSpelled(schema, schemas) && schemas.resolved(schema).type !== 'array';
    if (!isScalar)
      leftovers.add(
        media.get('schema').get('properties').get(name).at,
        'Fields of forms that are lists, objects or files are passed on, and their insides are not checked',
        'Your API checks them.',
      );
    const { description: words } = schema;
    return [name, isScalar ? schema : { ...(words !== undefined && { description: words }) }];
  });
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    properties: Object.fromEntries(spelled),
  };
}
