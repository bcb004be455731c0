import { isRecord } from '../http.ts';

/** A JSON object. */
export type Obj = Record<string, unknown>;

/** An answer with its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Obj;
}

/** A call to make. */
export interface Ask {
  method?: string;
  path: string;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** A member of an object, or an empty object. */
export function inside(value: unknown, ...names: (string | number)[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof name === 'number') at = Array.isArray(at) ? at[name] : undefined;
    else at = isRecord(at) ? at[name] : undefined;
  }
  return at;
}

/** A member as a text. */
export function str(value: unknown, ...names: (string | number)[]): string {
  return String(inside(value, ...names));
}
