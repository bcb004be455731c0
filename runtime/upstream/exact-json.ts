/**
 * JSON whose numbers keep the digits that they were written with.
 *
 * A double holds neither every integer above 2^53 nor the difference between `1` and `1.0`. A body that is passed on must
 * have both.
 */

/** A number that a double may write with other digits. The pattern may match inside a text, which only costs time. */
const changing = /\d[.eE]|\d{16}|-0/;

/** The part of `JSON` that the library of TypeScript does not declare yet; Node 20 does not have it. */
interface ExactJson {
  rawJSON?(text: string): object;
}

// The cast adds the optional member above and removes none.
const { rawJSON } = JSON as ExactJson;

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
