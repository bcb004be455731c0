import type { Json, JsonSchema } from '../../model/types.ts';
import type { MediaContent } from '../side.ts';
import { isJson, mediaType } from './media-type.ts';
import type { Notes } from './notes.ts';
import type { Part } from './part.ts';
import type { Direction, Schemas } from './schemas.ts';

/** The content of a body, response or parameter. */
export interface Content {
  /** Media types in order. */
  readonly types: readonly string[];
  /** The one that stands for all: JSON where there is any. */
  readonly main?: string;
  readonly byType: Readonly<Record<string, MediaContent>>;
  /** Where the schema of the main media type stands. */
  readonly at: readonly string[];
}

/** Reads the content of a body or response, all of its media types. */
export function contentOf(content: Part, direction: Direction, schemas: Schemas, notes: Notes): Content {
  const found = content.entries().map(([name, media]) => {
    const type = mediaType(name);
    notes.others(media, ['schema', 'itemSchema', 'encoding', 'itemEncoding', 'prefixEncoding', 'example', 'examples']);
    notes.shown(media, ['example', 'examples']);
    return [type, mediaContent(media, direction, schemas, notes), media] as const;
  });
  const types = found.map(([type]) => type).sort();
  const main = types.find(isJson) ?? types[0];
  const part = found.find(([type]) => type === main)?.[2];
  return {
    types: [...new Set(types)],
    ...(main !== undefined && { main }),
    byType: Object.fromEntries(found.map(([type, media]) => [type, media])),
    at: part?.raw('schema').at ?? content.at,
  };
}

function mediaContent(media: Part, direction: Direction, schemas: Schemas, notes: Notes): MediaContent {
  const [schema, items] = [media.raw('schema'), media.raw('itemSchema')];
  const encoding = encodingOf(media.get('encoding'), direction, schemas, notes);
  const rest = ['itemEncoding', 'prefixEncoding'].flatMap((key) => (media.fields[key] === undefined ? [] : [key]));
  for (const key of rest) notes.unread(media.raw(key));
  return {
    ...(schema.isThere && { schema: schemas.read(schema, direction) }),
    // A stream is described by what each of its items is (OpenAPI 3.2).
    ...(!schema.isThere && items.isThere && { schema: { type: 'array', items: schemas.read(items, direction) } }),
    ...(Object.keys(encoding).length > 0 && { encoding }),
  };
}

/** How the parts of a form are written, by their names. */
function encodingOf(encodings: Part, direction: Direction, schemas: Schemas, notes: Notes): JsonSchema {
  return Object.fromEntries(
    encodings.entries().map(([name, encoding]): [string, Json] => {
      notes.others(encoding, ['contentType', 'headers', 'style', 'explode', 'allowReserved']);
      const { contentType, style, explode, allowReserved } = encoding.fields;
      const headers = encoding
        .get('headers')
        .entries()
        .map(([header, each]): [string, Json] => {
          const { required = false, schema: _, ...more } = each.fields;
          return [header.toLowerCase(), { ...more, required, schema: schemas.read(each.raw('schema'), direction) }];
        });
      const types = typeof contentType === 'string' ? contentType.split(',').map(mediaType).sort() : undefined;
      return [
        name,
        {
          ...(types && { contentType: types }),
          ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
          ...(style !== undefined && style !== 'form' && { style }),
          ...(explode !== undefined && explode !== ((style ?? 'form') === 'form') && { explode }),
          ...(allowReserved === true && { allowReserved }),
        },
      ];
    }),
  );
}
