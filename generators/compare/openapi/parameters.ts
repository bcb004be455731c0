import type { Json, JsonSchema } from '../../model/types.ts';
import { optionalHeader } from '../headers.ts';
import { mediaType } from './media-type.ts';
import type { Notes } from './notes.ts';
import { DescriptionMistake, type Part, type Steps } from './part.ts';
import type { Direction, Schemas } from './schemas.ts';

/** Parts of a request that parameters make up. */
export const places = ['path', 'query', 'header', 'cookie'] as const;

type Place = (typeof places)[number];

/** Headers that a description cannot describe as parameters (OpenAPI, Parameter Object, `name`). */
const ignored = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation in one part of its requests. */
export interface Parameters {
  readonly schema: JsonSchema;
  /** Where each of them stands. */
  readonly at: ReadonlyMap<string, Steps>;
}

/** The parameters that hold for an operation, those of its own in place of those of its path. */
export function parametersOf(item: Part, operation: Part): readonly Part[] {
  const all = [item, operation].flatMap((part) =>
    part
      .get('parameters')
      .entries()
      .map(([, each]) => each),
  );
  return [
    ...new Map(
      all.map((parameter) => {
        const { name, in: place } = parameter.fields;
        if (typeof name !== 'string' || typeof place !== 'string')
          throw new DescriptionMistake('A parameter has a name and a place.', parameter.at);
        return [`${place} ${nameOf(parameter)}`, parameter] as const;
      }),
    ).values(),
  ].filter((parameter) => parameter.fields.in !== 'header' || !ignored.has(nameOf(parameter)));
}

/** The parameters of one place (path, query, headers) as the schema of an object; `undefined` where there are none. */
export function parametersIn(
  place: Place,
  all: readonly Part[],
  direction: Direction,
  schemas: Schemas,
  notes: Notes,
): Parameters | undefined {
  const own = all.filter(({ fields }) => fields.in === place || (place === 'query' && fields.in === 'querystring'));
  if (own.length === 0) return undefined;
  const required = own.filter(({ fields }) => fields.required === true || place === 'path').map(nameOf);
  const properties = own.map((parameter): [string, JsonSchema] => [
    nameOf(parameter),
    valueSchema(parameter, direction, schemas, notes),
  ]);
  return {
    schema: { type: 'object', ...(required.length > 0 && { required }), properties: Object.fromEntries(properties) },
    at: new Map(own.map((parameter) => [nameOf(parameter), parameter.at])),
  };
}

/** The headers of a response, of which case does not count. */
export function headersOf(
  headers: Part,
  direction: Direction,
  schemas: Schemas,
  notes: Notes,
): Record<string, JsonSchema> {
  const all = headers.entries().filter(([name]) => name.toLowerCase() !== 'content-type');
  return Object.fromEntries(
    all.map(([name, header]) => [
      name.toLowerCase(),
      {
        ...valueSchema(header, direction, schemas, notes),
        ...(header.fields.required !== true && { [optionalHeader]: true }),
      },
    ]),
  );
}

const known = [
  ...['name', 'in', 'required', 'schema', 'content', 'style', 'explode', 'allowReserved', 'allowEmptyValue'],
  ...['description', 'deprecated', 'example', 'examples'],
];

/** The value of a parameter or header, with how it is written. */
function valueSchema(part: Part, direction: Direction, schemas: Schemas, notes: Notes): JsonSchema {
  notes.others(part, known);
  notes.shown(part, ['example', 'examples']);
  const { description, deprecated } = part.fields;
  const [media] = part.get('content').entries();
  const own = schemas.read(media ? media[1].raw('schema') : part.raw('schema'), direction);
  if (media) notes.others(media[1], ['schema', 'example', 'examples']);
  return {
    ...own,
    ...mannerOf(part.fields),
    ...(media && { content: mediaType(media[0]) }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
  };
}

/** How the values of a parameter are written, where it is not the default of OpenAPI. */
function mannerOf({ in: place, style, explode, allowReserved, allowEmptyValue }: JsonSchema): Record<string, Json> {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const isApart = (style ?? usual) === 'form';
  return {
    ...(style !== undefined && style !== usual && { style }),
    ...(explode !== undefined && explode !== isApart && { explode }),
    ...(allowReserved === true && { allowReserved }),
    ...(allowEmptyValue === true && { allowEmptyValue }),
  };
}

/** The name of a parameter; of a header its case does not count. */
function nameOf({ fields: { name, in: place } }: Part): string {
  return place === 'header' ? String(name).toLowerCase() : String(name);
}
