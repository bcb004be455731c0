import type { JsonSchema } from '../model/types.ts';
import { covering, isJson } from './openapi/media-type.ts';
import type { ComparedOperation, ComparedResponse, MediaByType } from './side.ts';

/** The content of a media type that both sides have. */
export interface CommonContent {
  readonly type: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
}

/** Contents of the media types that both sides have, JSON first; of equal ones the first stands for all. */
export function commonContents(before: MediaByType, after: MediaByType): readonly CommonContent[] {
  const [old, now] = [Object.keys(before), Object.keys(after)];
  const pairs = [
    ...old.map((type) => [type, type, covering(now, type)] as const),
    ...now.filter((type) => !old.includes(type)).map((type) => [type, covering(old, type), type] as const),
  ];
  const contents = pairs.flatMap(([type, was, is]): CommonContent[] =>
    was === undefined || is === undefined
      ? []
      : [{ type, before: before[was]?.schema ?? {}, after: after[is]?.schema ?? {} }],
  );
  const sorted = [...contents].sort((a, b) => Number(isJson(b.type)) - Number(isJson(a.type)));
  const texts = sorted.map(({ before: was, after: is }) => JSON.stringify([was, is]));
  return sorted.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}

/** Two operations of descriptions whose bodies and responses stand for the same media types and statuses. */
export function withCommonContents(
  one: ComparedOperation,
  other: ComparedOperation,
): readonly [ComparedOperation, ComparedOperation] {
  const [was, is] = withCommonStatuses(one, other);
  const [body] = was.media && is.media ? commonContents(was.media, is.media) : [];
  const responses = was.responses.map((response): readonly [ComparedResponse, ComparedResponse | undefined] => {
    const match = is.responses.find(({ http }) => http === response.http);
    const [content] = response.media && match?.media ? commonContents(response.media, match.media) : [];
    if (!match || !response.media || !match.media) return [response, match];
    return [withSchema(response, content?.before), withSchema(match, content?.after)];
  });
  const changed = new Map(responses.flatMap(([, match]) => (match ? [[match.http, match] as const] : [])));
  return [
    {
      ...withBody(was, is.media && (body?.before ?? {}), body?.type),
      responses: responses.map(([response]) => response),
    },
    {
      ...withBody(is, was.media && (body?.after ?? {}), body?.type),
      responses: is.responses.map((response) => changed.get(response.http) ?? response),
    },
  ];
}

function withBody(operation: ComparedOperation, schema: JsonSchema | undefined, type?: string): ComparedOperation {
  const { body } = operation;
  if (!body || schema === undefined) return operation;
  return { ...operation, body: { ...body, schema, ...(type !== undefined && { contentType: type }) } };
}

function withSchema({ schema: _, ...response }: ComparedResponse, schema: JsonSchema | undefined): ComparedResponse {
  return { ...response, ...(schema && { schema }) };
}

/** Operations of which each has the statuses of the other where a range or `default` of its own takes them in. */
function withCommonStatuses(
  one: ComparedOperation,
  other: ComparedOperation,
): readonly [ComparedOperation, ComparedOperation] {
  const hasDefault = [one, other].map(({ responses }) => responses.some(({ http }) => http === 0));
  const missing = (own: ComparedOperation, others: ComparedOperation, mayBeDefault: boolean): ComparedResponse[] =>
    others.responses.flatMap(({ http }) => {
      if (http < 100 || own.responses.some((each) => each.http === http)) return [];
      const found = responseFor(own.responses, http);
      return found && (found.http !== 0 || mayBeDefault) ? [{ ...found, http }] : [];
    });
  const [was, is] = [
    { ...one, responses: [...one.responses, ...missing(one, other, true)] },
    // A default that was there before does not replace a status that is gone.
    { ...other, responses: [...other.responses, ...missing(other, one, hasDefault[0] === false)] },
  ];
  return [was, is];
}

/** The response that an operation gives with a status: the one of its own, of its hundred, or the default. */
export function responseFor(responses: readonly ComparedResponse[], status: number): ComparedResponse | undefined {
  const find = (http: number) => responses.find((each) => each.http === http);
  return find(status) ?? (status >= 100 ? find(Math.floor(status / 100)) : undefined) ?? find(0);
}

/** Tells whether a range of statuses, or the default, takes in a status. */
export function coversStatus(range: number, status: number): boolean {
  return status >= 100 && (range === 0 || range === Math.floor(status / 100));
}

/** An operation as it is with one media type of its body. */
export function withMedia(operation: ComparedOperation, type: string, schema: JsonSchema): ComparedOperation {
  const { body } = operation;
  return body ? { ...operation, body: { ...body, contentType: type, schema } } : operation;
}

/** An operation as it is with one media type of a response. */
export function withResponseMedia(operation: ComparedOperation, status: number, schema: JsonSchema): ComparedOperation {
  const responses = operation.responses.map((each) => (each.http === status ? { ...each, schema } : each));
  return { ...operation, responses };
}

/** The schema of a body of a media type; undefined where the operation takes none of that type. */
export function bodySchema({ body, media }: ComparedOperation, type?: string): JsonSchema | undefined {
  return body && contentSchema({ schema: body.schema, ...(media && { media }) }, type);
}

/** The schema of what is written in a media type, or in the usual one; undefined where there is none of that type. */
export function contentSchema(
  { schema, media }: Pick<ComparedResponse, 'schema' | 'media'>,
  type?: string,
): JsonSchema | undefined {
  if (type === undefined || !media) return schema;
  const range = covering(Object.keys(media), type);
  return range === undefined ? undefined : (media[range]?.schema ?? {});
}
