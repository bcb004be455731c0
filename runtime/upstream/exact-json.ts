/**
 * JSON whose numbers keep the digits that they were written with.
 *
 * A double holds neither every integer above 2^53 nor the difference between `1` and `1.0`. A body that is passed on must
 * have both.
 */

import { isObject } from '../values/json.ts';

/** A number that a double may write with other digits. The pattern may match inside a text, which only costs time. */
const changing = /\d[.eE]|\d{16}|-0/;

/** The part of `JSON` that the library of TypeScript does not declare yet; Node 20 does not have it. */
interface ExactJson {
  rawJSON?(text: string): object;
  isRawJSON?(value: unknown): value is { readonly rawJSON: string };
}

// The cast adds the optional members above and removes none.
const { rawJSON, isRawJSON } = JSON as ExactJson;

/**
 * Parses JSON. A number that would change is an object instead, which `JSON.stringify` writes as it came.
 *
 * Throws a `SyntaxError` for any other text.
 */
export function parseExact(text: string): unknown {
  if (rawJSON === undefined || !changing.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    const { source = '' } = context ?? {};
    return typeof value === 'number' && source !== String(value) ? rawJSON(source) : value;
  });
}

/** Copies a value that `parseExact` returned, with ordinary numbers. */
export function withPlainNumbers(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/**
 * Writes a request in JSON, with the digits in which its caller sent the numbers of a body.
 *
 * Only a number that stands at the same place in the body, and is the same number, gets its digits.
 */
export function stringifyExact(request: unknown, body?: Uint8Array): string {
  const text = body === undefined ? '' : new TextDecoder().decode(body);
  return JSON.stringify(changing.test(text) ? withDigits(request, sentIn(text)) : request);
}

/** A body in another form, such as that of a form, has no numbers. */
function sentIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function withDigits(value: unknown, sent: unknown): unknown {
  if (typeof value === 'number') return isRawJSON?.(sent) && Number(sent.rawJSON) === value ? sent : value;
  if (Array.isArray(value))
    return value.map((item, index) => withDigits(item, Array.isArray(sent) ? sent[index] : undefined));
  if (!isObject(value) || !isObject(sent)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, withDigits(item, Object.hasOwn(sent, name) ? sent[name] : undefined)]),
  );
}
