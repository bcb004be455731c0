import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer, createListener, listen } from './listen.ts';
import { Payers } from './payers.ts';
import { createProxies } from './proxies.ts';
import { UnsentMemory } from './unsent.ts';

/** More than the buffers of a system take. */
const body = 'a'.repeat(40_000_000);
const ends = new Map<string, PromiseWithResolvers<boolean>>();
const unsent = new UnsentMemory(new Payers(), 4 * body.length);
const server = createHttpServer(
  createListener(
    async ({ path }) => ({ status: 200, headers: {}, body, sent: async (whole) => endOf(path).resolve(whole) }),
    { unsent, proxies: createProxies(['127.0.0.1']) },
  ),
);
const url = new URL(await listen(server, 0, '127.0.0.1'));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function endOf(path: string): PromiseWithResolvers<boolean> {
  const end = ends.get(path) ?? Promise.withResolvers();
  ends.set(path, end);
  return end;
}

/** Asks for an answer from an address; resolves with its socket, which reads nothing, once the answer is written. */
async function ask(path: string, address: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname).pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

test('an answer that is not read makes room for those of other networks', async () => {
  // Three quarters of the memory are for everybody: about three such answers.
  const other = await ask('/other', '198.51.100.1');
  for (const path of ['/a', '/b', '/c']) await ask(path, '203.0.113.1');
  expect(await endOf('/a').promise).toBe(false);
  other.resume();
  expect(await endOf('/other').promise).toBe(true);
});
