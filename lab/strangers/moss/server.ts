import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Account, accountOf } from './accounts.ts';
import { sleep } from './clock.ts';
import { on } from './faults.ts';
import { type Headers, HttpError, type Reply, readBody } from './http.ts';
import { Call, matchPath, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const SINGLE_HEADERS = ['authorization', 'x-api-key', 'content-type', 'content-length', 'host'];

/** The HTTP server of the gateway. */
export function gatewayServer(delay: number): Server {
  return createServer((message, response) => {
    void answer(message, delay).then((reply) => send(response, reply));
  });
}

async function answer(message: IncomingMessage, delay: number): Promise<Reply> {
  let always: Headers = {};
  let reply: Reply;
  try {
    if (delay > 0) await sleep(delay);
    reply = await route(message, (headers) => {
      always = headers;
    });
  } catch (error) {
    reply = errorReply(error);
  }
  const forgotten = reply.status === 400 && on('decide-400-headers');
  return { ...reply, headers: { ...(forgotten ? {} : always), ...reply.headers } };
}

/** Turns whatever was thrown into an answer. */
export function errorReply(error: unknown): Reply {
  if (error instanceof HttpError) return { status: error.status, body: error.body, headers: error.headers };
  console.error(error);
  return { status: 500, body: { error: 'Internal server error' } };
}

async function route(message: IncomingMessage, setAlways: (headers: Headers) => void): Promise<Reply> {
  checkHeaders(message);
  const { segments, query } = readTarget(message.url ?? '/');
  const method = message.method ?? 'GET';
  const matches = matchPath(operations, segments);
  const best = matches[0];
  if (best === undefined) throw new HttpError(404, 'Unknown path');
  const { operation, params } =
    matches.find((match) => match.operation.methods.includes(method)) ??
    wrongMethod(matches.map((match) => match.operation));
  setAlways(operation.always?.(undefined) ?? {});
  const owner = authenticate(message, operation);
  const raw = method === 'GET' ? Buffer.alloc(0) : await readBody(message);
  const contentType = message.headers['content-type'] ?? '';
  const ip = message.socket.remoteAddress ?? '';
  try {
    return await operation.handle(
      new Call({ method, endpoint: `${method} ${operation.path}`, params, query, contentType, ip, raw, owner }),
    );
  } finally {
    setAlways(operation.always?.(owner) ?? {});
  }
}

function wrongMethod(allowed: Operation[]): never {
  const methods = [...new Set(allowed.flatMap((operation) => operation.methods))].join(', ');
  throw new HttpError(405, 'Method not allowed', { allowed: methods }, { allow: methods });
}

function checkHeaders(message: IncomingMessage): void {
  const seen = new Set<string>();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const name = (message.rawHeaders[index] ?? '').toLowerCase();
    if (SINGLE_HEADERS.includes(name) && seen.has(name))
      throw new HttpError(400, `The header ${name} was sent more than once`);
    seen.add(name);
  }
}

function readTarget(target: string): { segments: string[]; query: URLSearchParams } {
  // A target may also be written with scheme and host.
  const [path = '/', query = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s);
  try {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    decodeURIComponent(query.replaceAll('+', ' '));
    return { segments, query: new URLSearchParams(query) };
  } catch {
    throw new HttpError(400, 'The URL is not encoded correctly');
  }
}

function authenticate(message: IncomingMessage, operation: Operation): Account | undefined {
  const key = keyOf(message);
  if (key === undefined && operation.open === true) return undefined;
  const account = key === undefined ? undefined : accountOf(key);
  if (account !== undefined) return account;
  throw new HttpError(
    401,
    key === undefined ? 'Missing API key' : 'Invalid API key',
    {},
    { 'www-authenticate': 'Bearer' },
  );
}

function keyOf(message: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': plain } = message.headers;
  if (authorization === undefined) return typeof plain === 'string' ? plain : undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** Writes an answer. */
export async function send(response: ServerResponse, reply: Reply): Promise<void> {
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.statusCode = reply.status;
  if (reply.stream !== undefined) return sendStream(response, reply.stream);
  if (reply.text !== undefined) {
    response.end(reply.text);
  } else if (reply.body === undefined) {
    response.end();
  } else {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(reply.body));
  }
}

async function sendStream(response: ServerResponse, stream: AsyncIterable<string>): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  response.setHeader('cache-control', 'no-cache');
  let gone = false;
  response.on('close', () => {
    gone = true;
  });
  try {
    // A client that leaves does not end the loop: the upstream still finishes and is still charged.
    for await (const part of stream) {
      if (!gone && !response.write(part))
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
    }
  } catch (error) {
    console.error(error);
    if (!gone) response.write('event: error\ndata: {"error":"Internal server error"}\n\n');
  }
  response.end();
}
