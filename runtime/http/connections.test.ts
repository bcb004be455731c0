import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundConnections } from './connections.ts';
import { listen } from './listen.ts';
import { Payers } from './payers.ts';

const payers = new Payers();
const opened: Socket[] = [];
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function start(max: number): Promise<number> {
  const server = createServer((_, response) => void response.end('ok'));
  servers.push(server);
  boundConnections(server, payers, max);
  return Number(new URL(await listen(server, 0, '0.0.0.0')).port);
}

/** Connects from an address of this machine: all of 127.0.0.0/8 are. */
async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return String(await once(socket, 'data'));
}

test('a network that has the most connections makes room for a new one of others, and payers have a part', async () => {
  const port = await start(8);
  const attack: Socket[] = [];
  for (let index = 0; index < 6; index += 1) attack.push(await open(port, `127.0.1.${index + 1}`));
  const [used, unused] = attack;
  if (!used || !unused) throw new Error('No connection was opened.');
  expect(await ask(used)).toContain('200 OK');

  const closed = once(unused, 'close');
  const honest = await open(port, '127.0.2.1');
  await closed;
  expect([await ask(honest), await ask(used)].map((answer) => answer.slice(0, 15))).toEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK',
  ]);

  payers.add('127.0.3.9');
  expect(await ask(await open(port, '127.0.3.1'))).toContain('200 OK');
  expect(attack.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});
