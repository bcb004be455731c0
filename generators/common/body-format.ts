/** A way to write a body, as `runtime/values/body-format.ts` tells them apart. */
export type BodyFormat = 'json' | 'multipart' | 'urlencoded' | 'text' | 'bytes';

const formats: readonly (readonly [RegExp, BodyFormat])[] = [
  [/^application\/([\w.-]+\+)?json$/, 'json'],
  [/^multipart\/form-data$/, 'multipart'],
  [/^application\/x-www-form-urlencoded$/, 'urlencoded'],
  [/^text\//, 'text'],
];

/** The format of bodies of a content type. */
export function formatOf(contentType: string): BodyFormat {
  return formats.find(([pattern]) => pattern.test(contentType))?.[1] ?? 'bytes';
}

/** True for a content type in lower case, without wildcards and parameters. */
export function isContentType(text: string): boolean {
  return /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(text);
}
