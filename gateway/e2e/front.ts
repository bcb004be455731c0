import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

/** An answer on its way out. */
export interface Passing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Changes headers and text of an answer. */
export type Change = (passing: Passing) => Pick<Passing, 'headers' | 'text'>;

/** Headers that belong to one connection and its framing, not to the message. */
const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

/** Serves another origin with every answer changed: faults that happen on the wire. */
export async function serveFront(origin: string, change: Change): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const answer = await request(origin + (incoming.url ?? '/'), {
      method: incoming.method === 'POST' ? 'POST' : 'GET',
      headers: endToEnd(incoming.headers),
      body: incoming.method === 'POST' ? Buffer.concat(await incoming.toArray()) : null,
    });
    const status = answer.statusCode;
    const { headers, text } = change({ status, headers: answer.headers, text: await answer.body.text() });
    outgoing.writeHead(status, endToEnd(headers)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function endToEnd(headers: Passing['headers']): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}
