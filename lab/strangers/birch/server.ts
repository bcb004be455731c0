import type { IncomingMessage, ServerResponse } from 'node:http';
import { sleep } from './clock.ts';
import { on } from './faults.ts';
import { HttpError, MAX_BODY, type Reply, type Req, readBody } from './http.ts';
import { options } from './options.ts';
import { find } from './router.ts';
import { routes } from './routes.ts';

/** The reply for anything that ended a request early. What is not an answer is a defect of the gateway. */
export function replyTo(error: unknown): Reply {
  if (error instanceof HttpError) return { status: error.status, body: error.body, headers: error.headers };
  console.error(error);
  return { status: 500, body: { error: 'Internal server error' } };
}

/** Send a reply whole or as a stream. */
export async function send(response: ServerResponse, reply: Reply, head: boolean): Promise<void> {
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.stream) {
    response.flushHeaders();
    await reply.stream(
      (piece) => void response.write(piece),
      () => response.destroyed,
    );
    response.end();
    return;
  }
  if (reply.body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(reply.body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(head ? undefined : text);
}

/** Path and query of a request target; undefined when it cannot be parsed. */
export function parseTarget(target: string): URL | undefined {
  // A target such as //host/x would be taken for another host: only its path counts.
  const path = target.startsWith('/') ? `http://gateway${target.replace(/^\/+/, '/')}` : 'http://gateway/-';
  return URL.canParse(path) ? new URL(path) : undefined;
}

async function answer(message: IncomingMessage): Promise<Reply> {
  const url = parseTarget(message.url ?? '/');
  if (!url) throw new HttpError(400, { error: 'Invalid request target' });
  const method = message.method ?? 'GET';
  const body = await readBody(message, MAX_BODY);
  const bare = on('bare-catalog') && /^\/v1\/(?:\w+\/)?models$/.test(url.pathname);
  const { route, params } = find(routes, method, bare ? `/api${url.pathname}` : url.pathname);
  const req: Req = {
    method: method === 'HEAD' ? 'GET' : method,
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    ip: message.socket.remoteAddress ?? '',
    params,
    body,
    route,
  };
  return route.handle(req);
}

/** Handle one request of the public listener. */
export async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
  let reply: Reply;
  try {
    reply = await answer(message);
  } catch (error) {
    // A client that hangs up in the middle of its body gets no answer.
    if (message.destroyed && !message.complete) return;
    reply = replyTo(error);
  }
  if (options.delayMs > 0) await sleep(options.delayMs);
  try {
    await send(response, reply, message.method === 'HEAD');
  } catch (error) {
    console.error(error);
    response.destroy();
  }
}
