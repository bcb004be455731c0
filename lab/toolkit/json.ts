/** JSON in bodies and headers. */

import { isObject } from '@tollwright/runtime/values/json';

/** A JSON object of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON; `undefined` where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects of a list; none where the value is anything else. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A JSON value in base64, as payment headers carry it. */
export function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The JSON value that a payment header carries; `undefined` where it carries none. */
export function decodeJson(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64').toString());
}
