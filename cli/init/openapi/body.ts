/** Bodies of requests in a description. */

import type { Part } from '#generators/compare/openapi/part.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import { isJson } from './answers.ts';
import type { Importer } from './importer.ts';
import { isSpelled } from './parameters.ts';

/** A body as the specification has it. */
export interface ReadBody {
  /** `form`: the bytes of the caller are passed on, with their type. */
  readonly kind: 'json' | 'form';
  readonly schema: JsonSchema;
  readonly file: Readonly<Record<string, Json>>;
  readonly example?: Json;
}

/** Bytes of a form that the gateway takes: files are larger than the usual mebibyte. */
const largestForm = 10_485_760;

/** Reads the body of an operation; `unsupported` for one that the specification cannot describe, which is noted. */
export function readBody(source: Part, importer: Importer): ReadBody | 'unsupported' | undefined {
  if (!source.isThere) return undefined;
  const { schemas, leftovers } = importer;
  const content = source.get('content').members();
  const found =
    content.find(([type]) => isJson(type)) ?? content.find(([type]) => /^multipart\/form-data\b/i.test(type));
  if (!found) {
    const types = content.map(([type]) => type).join(', ') || 'no type';
    leftovers.add(
      source.at,
      `Operations whose body is ${types} are left out`,
      'Bodies are JSON or forms; serve others beside the gateway.',
    );
    return 'unsupported';
  }
  const [type, media] = found;
  const kind = isJson(type) ? 'json' : 'form';
  if (content.length > 1)
    leftovers.add(
      source.get('content').at,
      `Of several types of a body only \`${type}\` is taken`,
      'Callers who send another one get 415.',
    );
  if (source.fields.required !== true)
    leftovers.add(source.at, 'A body that may be left out is required', 'Callers send an empty object.');
  const whole = media.raw('schema').isThere ? schemas.useInRequest(media.raw('schema')) : {};
  const schema = kind === 'form' ? formOf(whole, media, importer) : whole;
  const example = media.fields.example ?? media.get('examples').entries()[0]?.[1].fields.value;
  return {
    kind,
    schema,
    ...(example !== undefined && { example }),
    file: {
      ...(type !== 'application/json' && { 'content-type': type }),
      schema: typeof schema.$ref === 'string' ? schema.$ref : schema,
      ...(kind === 'form' && { largest: largestForm }),
      validates: { when: 'before-challenge', status: 'assumed' },
    },
  };
}

/** The schema of a form: its fields are texts and files, so that lists and objects in them are not checked. */
function formOf(whole: JsonSchema, { at }: Part, { schemas, leftovers }: Importer): JsonSchema {
  const { properties, required, description } = schemas.resolved(whole);
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const spelled = fields.map(([name, field]): [string, Json] => {
    const schema = isObject(field) ? field : {};
    const isScalar = isSpelled(schema, schemas) && schemas.resolved(schema).type !== 'array';
    if (!isScalar)
      leftovers.add(
        at,
        `The field \`${name}\` of a form is passed on, and its inside is not checked`,
        'Your API checks it.',
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
