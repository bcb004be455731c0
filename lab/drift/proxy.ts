import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isObject } from '@tollwright/runtime/values/json';
import { Agent, request } from 'undici';

/** A request on its way to a gateway. */
export interface Call {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Parsed body; `undefined` where it is no JSON. */
  readonly body: unknown;
  /** Whether it has a key. */
  readonly authorized: boolean;
}

/** A response on its way back. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed body; `undefined` where it is no JSON. */
  readonly json: unknown;
}

/** One way in which a live host differs from its release. */
export interface Alteration {
  /** The difference, as a sentence. */
  readonly id: string;
  /** Matches the id of what `drift` reports. */
  readonly reported: RegExp;
  readonly path: RegExp;
  readonly method?: string;
  /** The request in place of the one that came. */
  readonly request?: (body: unknown) => unknown;
  /** The response in place of the gateway's. */
  readonly reply?: (reply: Reply, call: Call) => Reply;
}

/**
 * Serves a gateway with alterations, and under a path that it strips; `close` ends it. `strays` are requests to other
 * paths, which it answers with 404.
 */
export async function serveAltered(
  gateway: string,
  alterations: readonly Alteration[],
  prefix = '',
): Promise<{ readonly url: string; readonly strays: readonly string[]; close(): Promise<void> }> {
  const agent = new Agent();
  const strays: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { url = '' } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      strays.push(url);
      return void outgoing.writeHead(404).end();
    }
    const { call, text } = await read(incoming);
    const own = alterations.filter(
      ({ path, method }) => path.test(call.path) && (method ?? call.method) === call.method,
    );
    const body = own.reduce<unknown>((before, { request: change }) => change?.(before) ?? before, call.body);
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(gateway + url.slice(prefix.length), {
      dispatcher: agent,
      method: call.method,
      headers: [...forwarded(incoming), ...(prefix === '' ? [] : ['x-forwarded-prefix', prefix])],
      ...(text !== '' && { body: body === call.body ? text : JSON.stringify(body) }),
    });
    const answer = Buffer.from(await stream.arrayBuffer());
    const reply = own.reduce<Reply>((before, { reply: change }) => change?.(before, call) ?? before, {
      status: statusCode,
      headers,
      json: own.length === 0 ? undefined : parsed(answer.toString()),
    });
    const { 'content-length': _, ...rest } = reply.headers;
    outgoing.writeHead(reply.status, { ...rest, connection: 'keep-alive' });
    outgoing.end(own.length === 0 || reply.json === undefined ? answer : JSON.stringify(reply.json));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (!isObject(address)) throw new Error('The proxy listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    strays,
    async close() {
      const ended = Promise.withResolvers<void>();
      server.close(() => ended.resolve());
      server.closeAllConnections();
      await Promise.all([ended.promise, agent.close()]);
    },
  };
}

async function read(incoming: IncomingMessage) {
  const text = (await buffer(incoming)).toString();
  const { pathname } = new URL(incoming.url ?? '/', 'http://host');
  return {
    text,
    call: {
      method: incoming.method ?? 'GET',
      path: pathname,
      body: parsed(text),
      authorized: incoming.headers.authorization !== undefined,
    },
  };
}

function forwarded({ rawHeaders }: IncomingMessage): string[] {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
  const own = ['host', 'connection', 'content-length', 'transfer-encoding'];
  return pairs.filter(([name = '']) => !own.includes(name.toLowerCase())).flat();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
