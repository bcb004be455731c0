/**
 * Serving on `node:http`.
 *
 * Measured per request of CPU time with a JSON body (node 24): a bare `node:http` constant 22 µs, the same with the
 * body read and parsed 26, hono on its node server 35, `@x402/express` answering its 402 79. Hono alone would spend
 * all that a challenge may cost, so requests are read and answered here directly.
 */

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Problem } from '../problem.ts';
import type { Answer, IncomingCall } from './request.ts';

export interface ListenOptions {
  /** Answers one request; never rejects. */
  readonly serve: (call: IncomingCall) => Promise<Answer>;
  /** Bytes above which a body is refused. */
  readonly bodyLimit: number;
}

const mostHeaderBytes = 32_768;

/** Milliseconds that a caller may take to send headers, to send all of a request, and to read on. */
const patience = { headers: 15_000, request: 60_000, reading: 60_000 };

/** Creates a server that answers through `serve`; it does not listen yet. */
export function createHttpServer({ serve, bodyLimit }: ListenOptions): Server {
  const options = {
    maxHeaderSize: mostHeaderBytes,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: 65_000,
  };
  const server = createServer(options, (request, response) => {
    serve(toCall(request, response, bodyLimit))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  server.on('clientError', refuseGarbage);
  return server;
}

function toCall(request: IncomingMessage, response: ServerResponse, bodyLimit: number): IncomingCall {
  const target = request.url ?? '/';
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = path.indexOf('?');
  let aborter: AbortController | undefined;

  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? path : path.slice(0, mark),
    query: mark < 0 ? '' : path.slice(mark + 1),
    headers: joined(request.headers),
    ip: request.socket.remoteAddress ?? '',
    origin: originOf(request),
    body: () => readBody(request, bodyLimit),
    get signal() {
      aborter ??= createAborter(response);
      return aborter.signal;
    },
  };
}

/** Node joins what is sent twice, except for `set-cookie`, which no request has. */
function joined(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return headers as Readonly<Record<string, string>>;
}

function originOf({ headers: { host }, socket }: IncomingMessage): string {
  const named = host !== undefined && /^[\w.:[\]-]+$/.test(host);
  return `http://${named ? host : `${socket.localAddress}:${socket.localPort}`}`;
}

function createAborter(response: ServerResponse): AbortController {
  const aborter = new AbortController();
  if (response.destroyed) aborter.abort();
  else response.once('close', () => !response.writableFinished && aborter.abort());
  return aborter;
}

function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(new Problem('payload-too-large', { message: `A body has at most ${limit} bytes.` }));
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

async function send(response: ServerResponse, { status, headers, body, parts, trailers }: Answer): Promise<void> {
  // What is left of a body that was not read would have to be read before the next request.
  const unread = !response.req.complete;
  if (parts) {
    response.writeHead(status, headers);
    for await (const part of parts) await write(response, part);
    response.addTrailers(trailers?.() ?? {});
    response.end();
    return;
  }
  const length = { 'Content-Length': body === undefined ? 0 : Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...(status !== 204 && length), ...(unread && { Connection: 'close' }) });
  response.end(body);
}

/** Writes a part and waits while the caller is behind. A caller that is gone or stuck no longer slows the stream. */
async function write(response: ServerResponse, part: string): Promise<void> {
  if (response.destroyed || response.write(part)) return;
  await new Promise<void>((resolve) => {
    const stuck = setTimeout(() => response.destroy(), patience.reading);
    const go = () => {
      clearTimeout(stuck);
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** Answers what is not HTTP, too large or too slow; there is no request to answer through the pipeline. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ error: status.slice(4) });
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

/** Starts listening; the address as a URL. */
export async function listen(server: Server, port: number, hostname: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on a port has an address of this kind.
  const { address, port: bound } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${bound}`;
}
