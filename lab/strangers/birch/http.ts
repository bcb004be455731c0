import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Route } from './router.ts';

/** A request as the routes see it. */
export interface Req {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  ip: string;
  params: Record<string, string>;
  body: Buffer;
  route: Route;
}

/** Writes one piece of a streamed body. */
export type Write = (piece: string) => void;

/** An answer. `text` replaces the JSON body; `stream` writes the body piece by piece. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  text?: { type: string; value: string };
  stream?: (write: Write, closed: () => boolean) => Promise<void>;
}

/** An answer that ends the handling of a request at once. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The most bytes of a request body. */
export const MAX_BODY = 32 * 1024 * 1024;

/** Read a body whole. The rest of an oversized one is read but not kept, so that the client gets the answer. */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message) {
    if (!Buffer.isBuffer(piece)) continue;
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else pieces.length = 0;
  }
  if (size > limit) throw new HttpError(413, { error: 'Request body too large', max_bytes: limit });
  return Buffer.concat(pieces);
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON value of a body; broken UTF-8 and broken JSON are 400. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new HttpError(400, { error: 'Invalid JSON', message: 'The request body is not valid JSON in UTF-8.' });
  }
}

/** The JSON object of a body; anything else is 400. */
export function parseObject(body: Buffer): Record<string, unknown> {
  const value = parseJson(body);
  if (!isRecord(value)) {
    throw new HttpError(400, {
      error: 'Invalid request body',
      details: [{ field: 'body', reason: 'must be a JSON object' }],
    });
  }
  return value;
}
