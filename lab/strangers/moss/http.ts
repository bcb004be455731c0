import type { IncomingMessage } from 'node:http';

/** Headers that an answer sets. */
export type Headers = Record<string, string>;

/** An answer of the gateway: a JSON body, or a text with its own type, or a stream of text. */
export interface Reply {
  status: number;
  body?: unknown;
  text?: string;
  stream?: AsyncIterable<string>;
  headers?: Headers;
}

/** An answer with an error status, thrown from wherever the request fails. */
export class HttpError extends Error {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;

  constructor(status: number, error: string, more: Record<string, unknown> = {}, headers: Headers = {}) {
    super(error);
    this.status = status;
    this.body = { error, ...more };
    this.headers = headers;
  }
}

/** One thing that is wrong with a request, by JSON pointer. */
export interface Problem {
  pointer: string;
  problem: string;
  allowed?: readonly (string | number)[];
}

/** The refusal of an invalid request; the body names each field. */
export function invalid(details: Problem[], more: Record<string, unknown> = {}): HttpError {
  return new HttpError(400, 'Invalid request body', { details, ...more });
}

/** Refuses a request for one field. */
export function refuse(field: string, problem: string, allowed?: readonly (string | number)[]): HttpError {
  return invalid([
    allowed === undefined ? { pointer: `/${field}`, problem } : { pointer: `/${field}`, problem, allowed },
  ]);
}

/** A JSON answer with status 200. */
export function ok(body: unknown, headers: Headers = {}): Reply {
  return { status: 200, body, headers };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Four images of 10 MB in base64 have to fit.
const MAX_BODY = 60 * 1024 * 1024;
const MAX_DEPTH = 200;

/** Reads the body of a request up to the limit. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const encoding = message.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new HttpError(415, 'Content-Encoding is not supported');
  const tooLarge = new HttpError(413, `The body is larger than ${MAX_BODY} bytes`, {}, { connection: 'close' });
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > MAX_BODY) break;
      chunks.push(bytes);
    }
  } catch {
    throw new HttpError(400, 'The request body was cut off');
  }
  if (size > MAX_BODY) throw tooLarge;
  return Buffer.concat(chunks);
}

/** Parses JSON in UTF-8; everything else is 400 `Invalid JSON`. */
export function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'Invalid JSON');
  }
  if (deeperThan(value, MAX_DEPTH))
    throw new HttpError(400, 'Invalid JSON', { details: `nested more than ${MAX_DEPTH} levels deep` });
  return value;
}

function deeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null) for (const child of Object.values(item)) next.push(child);
    }
    level = next;
  }
  return false;
}
