import type { Response } from '../contract/contract.ts';
import type { ReceivedResponse } from './exchange.ts';

/**
 * Why a body that has to be JSON cannot be read as such; `undefined` where it can.
 *
 * A missing content type is guessed from the body (RFC 9110, 8.3); every request asks for no content encoding.
 */
export function unreadable(received: ReceivedResponse): string | undefined {
  const { headers, cut, garbled, text, json } = received;
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (cut) return 'its connection was closed before its end';
  if (encoding.toLowerCase() !== 'identity') return `it is encoded as ${encoding}, which no request asks for`;
  if (type !== undefined && !isJson(type)) return `its content type is ${type}`;
  if (garbled) return 'its bytes are no UTF-8';
  if (text === '') return 'it is empty';
  return json === undefined ? 'it is no JSON' : undefined;
}

/** True for a content type of JSON, in the only encoding that JSON between systems has (RFC 8259, 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const isOfJson = type.endsWith('/json') || type.endsWith('+json');
  return isOfJson && (charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset));
}

/** Why the body of a response is not of its described form: JSON where it has a schema, and some bytes in other formats. A 204 has none. */
export function malformed(
  received: ReceivedResponse,
  { http, contentType, schema }: Pick<Response, 'http' | 'contentType' | 'schema'>,
): string | undefined {
  if (http === 204) return undefined;
  if (received.cut) return 'its connection was closed before its end';
  if (isJson(contentType)) return schema === undefined ? undefined : unreadable(received);
  return received.text === '' ? 'it is empty' : undefined;
}

/** True for a response that is a stream of events, by its content type. */
export function isStream({ headers }: Pick<ReceivedResponse, 'headers'>): boolean {
  return (headers['content-type'] ?? '').toLowerCase().includes('text/event-stream');
}
