/**
 * JSON whose numbers keep their written digits.
 *
 * A double cannot hold every integer above 2^53, nor the difference between `1` and `1.0`. A body that is passed on must
 * keep both.
 */

import { isObject } from '../values/json.ts';

/** Matches numbers that JavaScript may write with other digits. A match inside a string only costs time. */
const changing = /\d[.eE]|\d{16}|-0/;

/** Functions of `JSON` that TypeScript does not declare yet, and that Node 20 does not have. */
interface ExactJson {
  rawJSON?(text: string): object;
  isRawJSON?(value: unknown): value is { readonly rawJSON: string };
}

// The cast adds the optional members above and removes none.
const { rawJSON, isRawJSON } = JSON as ExactJson;

/**
 * Parses JSON. A number that would change becomes an object that `JSON.stringify` writes with the original digits.
 *
 * Throws a `SyntaxError` for a text that is not JSON.
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
 * Writes a request as JSON. Its numbers keep the digits that the caller sent.
 *
 * A number keeps its digits only where the body has the same number at the same place, and where they have at most
 * `maxDigits(value)` characters.
 */
export function stringifyExact(request: unknown, body?: Uint8Array, maxDigits: MaxDigits = () => Infinity): string {
  const text = body === undefined ? '' : new TextDecoder().decode(body);
  return JSON.stringify(changing.test(text) ? withDigits(request, sentIn(text), maxDigits) : request);
}

type MaxDigits = (value: number) => number;

/** The length of a number as JavaScript writes it, which is the length that a price counts. */
export const pricedDigits: MaxDigits = (value) => JSON.stringify(value).length;

/** Returns undefined for a body that is not JSON, such as a form: it has no numbers. */
function sentIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function withDigits(value: unknown, sent: unknown, maxDigits: MaxDigits): unknown {
  if (typeof value === 'number') {
    const isKept = isRawJSON?.(sent) && Number(sent.rawJSON) === value && sent.rawJSON.length <= maxDigits(value);
    return isKept ? sent : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => withDigits(item, Array.isArray(sent) ? sent[index] : undefined, maxDigits));
  if (!isObject(value) || !isObject(sent)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      withDigits(item, Object.hasOwn(sent, name) ? sent[name] : undefined, maxDigits),
    ]),
  );
}
