/** A proxy before a gateway, for what happens on the wire. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request as send } from 'undici';

/** A request as a client sent it. Bodies are latin1 text: one character for each byte. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the headers as they were sent. */
  readonly headerNames: readonly string[];
  readonly body: string;
}

/** A response as a client receives it. Bodies are latin1 text: one character for each byte. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
  /** True to close the connection after the body, before the response has ended. */
  readonly truncated?: boolean;
  /** True to close the connection without a response. */
  readonly lost?: boolean;
  /** Sent after the body again and again, until the client closes the connection. */
  readonly repeated?: string;
}

/** Sends a request to the gateway behind the proxy. */
export type Forward = (request: WireRequest) => Promise<WireResponse>;

/** Responds to a request, with or without forwarding it. */
export type Interceptor = (request: WireRequest, forward: Forward) => Promise<WireResponse>;

/** A proxy that serves. */
export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers that belong to one connection and its framing, not to the message. */
const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'trailer']);

/** Starts a proxy before another origin. */
export async function startProxy(origin: string, intercept: Interceptor, port = 0): Promise<Proxy> {
  const agent = new Agent({ connections: 64 });
  const forward: Forward = async ({ method, url, headers, body }) => {
    const response = await send(origin + url, {
      method: method as 'GET' | 'POST',
      headers,
      body: body === '' ? null : Buffer.from(body, 'latin1'),
      dispatcher: agent,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: endToEnd(response.headers), body: bytes.toString('latin1') };
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, (request) => intercept(request, forward)).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await agent.close();
    },
  };
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, respond: Forward): Promise<void> {
  const { status, headers, body, truncated, lost, repeated } = await respond({
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: textsOf(incoming.headers),
    headerNames: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    body: Buffer.concat(await incoming.toArray()).toString('latin1'),
  });
  if (lost) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...headers });
  const bytes = Buffer.from(body, 'latin1');
  if (repeated !== undefined) return repeat(outgoing, bytes, Buffer.from(repeated, 'latin1'));
  if (truncated) outgoing.write(bytes, () => outgoing.destroy());
  else outgoing.end(bytes);
}

function endToEnd(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}

function textsOf(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(endToEnd(headers)).map(([name, value]) => [name, String(value)]));
}

async function repeat(outgoing: ServerResponse, start: Buffer, piece: Buffer): Promise<void> {
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  outgoing.write(start);
  while (!outgoing.destroyed) {
    const drained = outgoing.write(piece) || new Promise<void>((resolve) => outgoing.once('drain', resolve));
    await Promise.race([drained, closed]);
    // Other connections have their turn.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
