import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../http/listen.ts';

/** A request that a test provider received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it was sent. */
  readonly text: string;
}

/** Answers a request to a test provider. */
export type Respond = (response: ServerResponse, received: ReceivedRequest) => unknown;

/** A provider that a test has started. */
export interface TestUpstream {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Replaces its answers. */
  respond: Respond;
  close(): Promise<void>;
}

/** Starts a provider over real HTTP. */
export async function startUpstream(respond: Respond): Promise<TestUpstream> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, text, body: text === '' ? {} : JSON.parse(text) };
    received.push(one);
    await upstream.respond(response, one);
  });
  const upstream: TestUpstream = {
    url: await listen(server, 0, '127.0.0.1'),
    received,
    respond,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return upstream;
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with server-sent events; `cut` breaks off after them. */
export function sendEvents(response: ServerResponse, events: readonly string[], cut = false): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(events.map((event) => `${event}\n\n`).join(''), () => (cut ? response.destroy() : response.end()));
}
