/** How bodies of content types are written. */

/**
 * A way to write a body: as JSON, as one of two kinds of forms, as a text, or as bytes of any other kind.
 *
 * Forms hold the fields of a JSON object. Bytes stand in JSON as a data URI, like files in forms.
 */
export type BodyFormat = 'json' | 'multipart' | 'urlencoded' | 'text' | 'bytes';

const formats: readonly (readonly [RegExp, BodyFormat])[] = [
  [/^application\/([\w.-]+\+)?json$/, 'json'],
  [/^multipart\/form-data$/, 'multipart'],
  [/^application\/x-www-form-urlencoded$/, 'urlencoded'],
  [/^text\//, 'text'],
];

/** The format of bodies of a content type, whose parameters do not count. */
export function formatOf(contentType: string): BodyFormat {
  const type = mediaTypeOf(contentType);
  return formats.find(([pattern]) => pattern.test(type))?.[1] ?? 'bytes';
}

/** A content type in lower case, without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** True for formats that hold the fields of an object. */
export function isForm(format: BodyFormat): format is 'multipart' | 'urlencoded' {
  return format === 'multipart' || format === 'urlencoded';
}
