import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';

/** A request on its way in. */
export interface WireCall {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers as they were sent. */
  readonly spelled: readonly string[];
  readonly body: string;
}

/** An answer on its way out. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly text: string;
  /** True to break the connection off after the text. */
  readonly broken?: boolean;
  /** Sent over and over after the text, for as long as anybody reads. */
  readonly endless?: string;
}

export type Send = (call: WireCall) => Promise<WireAnswer>;

/** Answers calls by asking the gateway behind, or in its place. */
export type Front = (call: WireCall, send: Send) => Promise<WireAnswer>;

/** Headers that belong to one connection and its framing, not to the message. */
const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'trailer']);

/** Serves another origin through a front: faults that happen on the wire. */
export async function serveFront(
  origin: string,
  front: Front,
  onPort = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const agent = new Agent({ connections: 64 });
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await request(origin + url, {
      method: method as 'GET' | 'POST',
      headers,
      // One byte of text is one byte of body, whatever its encoding.
      body: body === '' ? null : Buffer.from(body, 'latin1'),
      dispatcher: agent,
    });
    const text = Buffer.from(await answer.body.arrayBuffer()).toString('latin1');
    return { status: answer.statusCode, headers: endToEnd(answer.headers), text };
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, (call) => front(call, send)).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await agent.close();
    },
  };
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, answerTo: Send): Promise<void> {
  const call: WireCall = {
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: textsOf(incoming.headers),
    spelled: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    body: Buffer.concat(await incoming.toArray()).toString('latin1'),
  };
  const { status, headers, text, broken, endless } = await answerTo(call);
  outgoing.writeHead(status, { ...headers });
  const content = Buffer.from(text, 'latin1');
  if (endless !== undefined) return repeat(outgoing, text, Buffer.from(endless, 'latin1'));
  if (broken) outgoing.write(content, () => outgoing.destroy());
  else outgoing.end(content);
}

function endToEnd(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}

function textsOf(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(endToEnd(headers)).map(([name, value]) => [name, String(value)]));
}

async function repeat(outgoing: ServerResponse, text: string, piece: Buffer): Promise<void> {
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  outgoing.write(Buffer.from(text, 'latin1'));
  while (!outgoing.destroyed) {
    const drained = outgoing.write(piece) || new Promise<void>((resolve) => outgoing.once('drain', resolve));
    await Promise.race([drained, closed]);
    // Other connections have their turn.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
