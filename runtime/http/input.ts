/** Reads a request as the validated input of its operation. */

import { isUtf8 } from 'node:buffer';
import type { RequestCheck } from '../operation/handler.ts';
import type { Input, OperationDefinition, Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import type { Issue, Validation } from '../validation/issue.ts';
import { formatOf, isForm, mediaTypeOf } from '../values/body-format.ts';
import { parseFormBody } from './form.ts';
import { parseJsonBody } from './json.ts';
import { readQuery } from './query.ts';
import type { IncomingCall } from './request.ts';

/**
 * An input whose parts its route's own validators have checked.
 *
 * `never` is what a reader of any one operation accepts; the types of that operation come back in its handler.
 */
export type CheckedInput = Input<never, never, never>;

/** The input of a request, and the exact bytes of its body. */
export interface ReadInput {
  readonly input: CheckedInput;
  readonly bytes: Buffer;
}

/** Maximum size of a body by default. */
const defaultMaxBytes = 1024 * 1024;

const nothing = Buffer.alloc(0);

/** Parses and validates a request. Throws `invalid-json`, `invalid-body` and whatever its rules name. */
export async function readInput(
  route: Route,
  call: IncomingCall,
  params: unknown,
  check?: RequestCheck,
): Promise<ReadInput> {
  const { operation } = route;
  const bytes = operation.body
    ? await call.body(operation.largestBody ?? defaultMaxBytes, route.auth === 'key')
    : nothing;
  if (operation.body) {
    checkContentType(operation.contentTypes, call.headers['content-type']);
    refuseCompressed(call.headers['content-encoding']);
  }

  const issues: Issue[] = [];
  const take = (validation: Validation<unknown> | undefined, otherwise: unknown) => {
    if (!validation) return otherwise;
    if (validation.ok) return validation.value;
    issues.push(...validation.issues);
    return undefined;
  };
  const body = operation.body && (await parseBody(operation, bytes, call.headers['content-type']));
  const request = take(operation.body?.(body), undefined);
  const query = take(operation.query?.(readQuery(call.query)), {});
  const checkedParams = take(operation.params?.(params), params);
  take(operation.headers?.(call.headers), undefined);
  if (issues.length > 0) throw invalid(issues);

  // The validators of this route have just checked each part.
  const input = { request, query, params: checkedParams } as CheckedInput;
  const broken = brokenConditions(route, input);
  if (broken.length > 0) throw invalid(broken);
  const unserved = check?.(input) ?? [];
  if (unserved.length > 0) throw invalid(unserved);
  return { input, bytes };
}

/** The rules across fields that a validated input of a route breaks. */
export function brokenConditions({ conditions }: Route, input: CheckedInput): Issue[] {
  return conditions.flatMap(({ id, message, error, names, accepted, fields, holds }) => {
    if (holds(input)) return [];
    const path = names === undefined ? [] : [names];
    const listed = accepted ? `${message.replace(/\.$/, '')}: ${accepted(input).join(', ')}.` : message;
    return { path, rule: id, message: listed, error, ...(fields && { fields: fields(input) }) };
  });
}

/** Parses a body; one without a content type is read as the operation's own. */
async function parseBody(
  { contentTypes, formFields = {} }: OperationDefinition,
  bytes: Buffer,
  sent = contentTypes[0] ?? 'application/json',
): Promise<unknown> {
  const format = formatOf(sent);
  if (isForm(format)) return parseFormBody(bytes, sent, formFields);
  if (format === 'json') return parseJsonBody(bytes);
  if (format === 'bytes') return `data:${mediaTypeOf(sent)};base64,${bytes.toString('base64')}`;
  if (!isUtf8(bytes)) throw new Problem('invalid-body', { message: 'The body is not UTF-8.' });
  return bytes.toString();
}

function checkContentType(expected: readonly string[], sent: string | undefined): void {
  if (sent === undefined || expected.includes(sent)) return;
  const [type, ...parameters] = sent.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const readable = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (readable && expected.includes(type?.trim() ?? '')) return;
  throw new Problem('unsupported-media-type', { message: `Send ${expected.join(' or ')} in UTF-8.` });
}

/** The problem with all issues; the first issue with an error of its own decides its id. */
function invalid(issues: readonly Issue[]): Problem {
  const decisive = issues.find(({ error }) => error !== undefined) ?? issues[0];
  const details = issues.map(({ path, message }) => ({ field: fieldName(path), message }));
  const message = decisive && sentence(decisive);
  return new Problem(decisive?.error ?? 'invalid-body', { message, details, ...decisive?.fields });
}

/** The issue as a sentence with the name of its field; messages of rules across fields are sentences already. */
function sentence({ path, message }: Issue): string {
  return /^(must|is) /.test(message) && path.length > 0 ? `\`${fieldName(path)}\` ${message}.` : message;
}

/** Writes a path as callers write fields: `messages[0].role`. */
function fieldName(path: Issue['path']): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name ? `${name}.${key}` : key;
  }, '');
}

/** Refuses a compressed body. Names that are no compression, such as `identity` or `utf-8`, change nothing. */
function refuseCompressed(encoding = ''): void {
  if (!/\b(gzip|deflate|br|zstd|compress)\b/i.test(encoding)) return;
  const message = 'Send the body without compression.';
  throw new Problem('unsupported-media-type', { message }, { 'Accept-Encoding': 'identity' });
}
