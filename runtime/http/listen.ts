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
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BodyMemory, readBody } from './body.ts';
import { Payers } from './payers.ts';
import { inTurn } from './pipelines.ts';
import { createProxies, isHost, type Proxies } from './proxies.ts';
import type { Answer, IncomingCall } from './request.ts';
import { readingTime, UnsentMemory } from './unsent.ts';

const maxHeaderBytes = 32_768;

/** Bytes of an unread body that are skipped so that the connection can be kept. */
const maxSkippedBytes = 65_536;

/** Milliseconds that a caller may take, from the start of its connection or request. */
export interface SendingTime {
  /** To send the headers; an idle connection is closed after that. */
  readonly headers: number;
  /** To send the whole request. */
  readonly request: number;
  /** Interval between two checks for late connections. */
  readonly look: number;
}

const sendingTime: SendingTime = { headers: 15_000, request: 60_000, look: 5_000 };

/** Handles the requests of a Node server; resolves when the response has been sent. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** State that the calls of one server share. */
interface CallParts {
  readonly memory: BodyMemory;
  readonly payers: Payers;
  readonly proxies: Proxies;
  /** URL at which all callers reach the service; absent where each request tells. */
  readonly publicUrl?: string | undefined;
}

/** Options of a listener. */
export interface ListenerParts extends CallParts {
  readonly unsent: UnsentMemory;
  /** True once the server accepts no more requests. */
  readonly isEnding: () => boolean;
}

/** Marks an answer as the last of its connection, because the server is closing. */
function lastOf(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, Connection: 'close' } };
}

/** Creates the listener of a Node server that answers through `serve`, which never rejects. */
export function createListener(
  serve: (call: IncomingCall) => Promise<Answer>,
  {
    payers = new Payers(),
    memory = new BodyMemory(payers),
    unsent = new UnsentMemory(payers),
    proxies = createProxies([]),
    publicUrl,
    isEnding = () => false,
  }: Partial<ListenerParts> = {},
): Listener {
  const parts = { memory, payers, proxies, publicUrl };
  return async (request, response) => {
    const { host = '' } = request.headers;
    if (host !== '' && !isHost(host)) return refuseHost(response);
    const call = new NodeCall(request, response, parts);
    try {
      const answer = await serve(call);
      const sent = send(response, isEnding() ? lastOf(answer) : answer);
      if (response.writableEnded && response.writableLength > 0) unsent.hold(call.ip, response);
      await sent;
    } catch {
      breakOff(response);
    }
  };
}

/** Refuses a request that names no host, or two of them (RFC 9112, section 3.2): its answer would name another host. */
function refuseHost(response: ServerResponse): void {
  response.writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end('{"error":"Bad Request","message":"The header `Host` must have one host."}');
}

/** Creates a server with a listener; it does not listen yet. */
export function createHttpServer(listener: Listener, { headers, request, look }: SendingTime = sendingTime): Server {
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: look,
    keepAliveTimeout: 65_000,
    // A header that is sent twice is one value, as in the Fetch API, and none of the two is left out.
    joinDuplicateHeaders: true,
  };
  const server = createServer(
    options,
    inTurn((request, response) => void listener(request, response)),
  );
  server.on('clientError', refuseGarbage);
  return server;
}

/** A request of `node:http`. A class, because a getter in an object literal costs a hidden class for each object. */
class NodeCall implements IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #parts: CallParts;
  #aborter: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, parts: CallParts) {
    const target = request.url ?? '/';
    const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
    const mark = url.indexOf('?');
    this.method = request.method ?? 'GET';
    // The target of a proxy may end at its authority.
    this.path = (mark < 0 ? url : url.slice(0, mark)) || '/';
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.headers = joined(request.headers);
    this.#request = request;
    this.#response = response;
    this.#parts = parts;
  }

  get ip(): string {
    return this.#parts.proxies.ip(this.#request);
  }

  get baseUrl(): string {
    const { host = '' } = this.#request.headers;
    const { localAddress, localPort } = this.#request.socket;
    return (
      this.#parts.publicUrl ??
      this.#parts.proxies.baseUrl(this.#request, isHost(host) ? host : `${localAddress}:${localPort}`)
    );
  }

  get signal(): AbortSignal {
    this.#aborter ??= createAborter(this.#response);
    return this.#aborter.signal;
  }

  body(maxBytes: number, known?: boolean): Promise<Buffer> {
    return readBody(this.#request, { memory: this.#parts.memory, ip: this.ip, maxBytes, known });
  }

  hasPaid(): void {
    this.#parts.payers.add(this.ip);
  }
}

/** A server joins what is sent twice, except for `set-cookie`, which no request has. */
function joined(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return headers as Readonly<Record<string, string>>;
}

function createAborter(response: ServerResponse): AbortController {
  const aborter = new AbortController();
  if (response.destroyed) aborter.abort();
  else response.once('close', () => !response.writableFinished && aborter.abort());
  return aborter;
}

/** Sends an answer. The promise, where there is one, resolves when it has been sent. */
function send(response: ServerResponse, answer: Answer): Promise<void> | undefined {
  const { status, headers, body, parts, sent } = answer;
  if (parts) return sendParts(response, parts, answer);
  const ended = sent && closed(response).then(() => sent(response.writableFinished));
  const content = body ?? '';
  const length = Buffer.byteLength(content);
  const framed: OutgoingHttpHeaders = status === 204 ? { ...headers } : { ...headers, 'Content-Length': length };
  if (isLong(response.req)) framed.Connection = 'close';
  response.writeHead(status, framed);
  // Text that is all ASCII has the same bytes in Latin-1, which Node writes faster.
  response.end(content, length === content.length ? 'latin1' : 'utf8');
  return ended;
}

async function sendParts(
  response: ServerResponse,
  parts: AsyncIterable<string>,
  { status, headers, trailers, sent }: Answer,
): Promise<void> {
  const { Trailer: _, ...plain } = headers;
  // HTTP/1.0, which nginx speaks by default, has no trailers, and Node throws where a header announces some.
  const hasTrailers = response.req.httpVersion !== '1.0';
  try {
    response.writeHead(status, hasTrailers ? headers : plain);
    for await (const part of parts) await write(response, part);
    if (hasTrailers) response.addTrailers(trailers?.() ?? {});
    response.end();
  } catch {
    // First, because the caller of a response that could not be begun waits for its end.
    breakOff(response);
  } finally {
    if (sent) await closed(response).then(() => sent(response.writableFinished));
  }
}

/** Resolves when a response has been sent or its connection has broken. */
async function closed(response: ServerResponse): Promise<void> {
  if (!response.destroyed) await new Promise<void>((resolve) => response.once('close', resolve));
}

/** True if so much of a request is unread that a new connection is cheaper than reading the rest. */
function isLong({ complete, headers }: IncomingMessage): boolean {
  return !complete && !(Number(headers['content-length'] ?? 0) <= maxSkippedBytes && !headers['transfer-encoding']);
}

/** Writes a part and waits while the caller is behind. A caller that is gone or stuck no longer slows the stream. */
async function write(response: ServerResponse, part: string): Promise<void> {
  if (response.destroyed || response.write(part)) return;
  await new Promise<void>((resolve) => {
    const stuck = setTimeout(() => response.destroy(), readingTime);
    const go = () => {
      clearTimeout(stuck);
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** Ends an answer that cannot be sent, such as one with a header that HTTP does not allow. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(500, { 'Content-Type': 'application/json' });
  response.end('{"error":"Internal Server Error"}');
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
