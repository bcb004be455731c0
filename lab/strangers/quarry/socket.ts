/** The bare node:http server: reads a request into an ask, writes a reply, and adds the artificial delay. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ask, Reply } from './wire.ts';

export type Answer = (ask: Ask) => Reply | Promise<Reply>;

async function rawOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

async function askOf(request: IncomingMessage): Promise<Ask> {
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  return {
    method: request.method ?? 'GET',
    path,
    origin,
    query: new URLSearchParams(query),
    headers: request.headers,
    ip: request.socket.remoteAddress ?? '',
    raw: await rawOf(request),
    body: undefined,
    params: {},
  };
}

async function stream(response: ServerResponse, reply: Reply): Promise<void> {
  response.writeHead(reply.status, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...reply.headers,
  });
  for await (const frame of reply.frames ?? []) response.write(frame);
  response.end();
}

async function write(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.frames !== undefined) return stream(response, reply);
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.headers).end();
    return;
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...reply.headers,
  });
  response.end(text);
}

export function listen(port: number, answer: Answer, delay: number): Promise<{ server: Server; url: string }> {
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const work = async () => {
      const ask = await askOf(request);
      if (delay > 0) await wait(delay);
      await write(response, await answer(ask));
    };
    work().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"error":"Internal server error"}');
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address();
      const at = typeof bound === 'object' && bound !== null ? bound.port : port;
      resolve({ server, url: `http://127.0.0.1:${at}` });
    });
  });
}
