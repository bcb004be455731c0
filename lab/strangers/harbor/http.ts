/** What one request is inside the gateway: the call, its parsed body, the refusal and the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from './gateway.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type Dict = { [key: string]: Json | undefined };

/** A refusal that is thrown anywhere below the routes and becomes the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Dict;
  readonly headers: Record<string, string>;
  constructor(status: number, body: Dict, headers: Record<string, string> = {}) {
    super(String(body.error ?? status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export interface Answer {
  status: number;
  body?: Dict | Json[];
  /** A whole event stream in place of a JSON body. */
  stream?: string;
  headers?: Record<string, string>;
}

export interface Call {
  gateway: Gateway;
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  raw: Buffer;
  ip: string;
}

export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readRaw(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
    req.on('error', reject);
  });
}

/** The body as a JSON object; anything else is refused. */
export function jsonBody(call: Call): Dict {
  const value = jsonValue(call);
  if (!isDict(value)) {
    throw new Refusal(400, {
      error: 'Invalid request body',
      details: [{ field: 'body', message: 'a JSON object is wanted' }],
    });
  }
  return value;
}

export function jsonValue(call: Call): Json {
  try {
    return JSON.parse(call.raw.toString('utf8')) as Json;
  } catch {
    throw new Refusal(400, { error: call.gateway.rules.images.invalidJson, message: 'the body does not parse' });
  }
}

export function send(res: ServerResponse, answer: Answer): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value);
  res.statusCode = answer.status;
  if (answer.stream !== undefined) {
    if (!res.hasHeader('content-type')) res.setHeader('content-type', 'text/event-stream; charset=utf-8');
    res.setHeader('cache-control', 'no-store');
    res.end(answer.stream);
    return;
  }
  if (answer.body === undefined) {
    res.end();
    return;
  }
  const text = JSON.stringify(answer.body);
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}

/** Micro-dollars as a decimal string without useless zeros, at least two places. */
export function usd(micro: number): string {
  const whole = Math.floor(micro / 1_000_000);
  const rest = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${whole}.${rest.padEnd(2, '0')}`;
}

export function base64(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
