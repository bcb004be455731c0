/** Attackers who hold what they can of a gateway, from networks of their own. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pMap from 'p-map';
import { Pool } from 'undici';
import { type HeavyRequest, heavyRequests } from './heavy-requests.ts';

/** An attack that goes on until it is ended. */
export type Attack = (url: URL) => Promise<() => Promise<void>>;

/** A loopback address outside the /24 of honest callers. */
const localAddress = '127.0.1.1';

/** Connections of one network: more than the part that all callers share. */
const idleConnections = 8000;

/** Unfinished bodies of one network: together more than the memory for bodies. */
const unfinished = { count: 64, bytes: 2_000_000 };

/** A request for an answer of 200 kB. */
const large = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** Opens connections that write what they have to, and then do nothing. */
async function hold(url: URL, count: number, text: string): Promise<() => Promise<void>> {
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
    socket.on('error', () => undefined).pause();
    sockets.push(socket);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
  };
  await pMap(Array.from({ length: count }), open, { concurrency: 100 });
  return async () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Repeats requests until it is ended; `send` gets the number of the request. */
function repeat(
  url: URL,
  connections: number,
  send: (pool: Pool, index: number) => Promise<unknown>,
): () => Promise<void> {
  const pool = new Pool(url, { connections });
  let isOver = false;
  let index = 0;
  const work = async () => {
    while (!isOver) {
      index += 1;
      // A gateway may close the connection of a body that it does not read.
      await send(pool, index).catch(() => undefined);
    }
  };
  const working = Array.from({ length: connections }, work);
  return async () => {
    isOver = true;
    await Promise.all(working);
    await pool.close();
  };
}

/** Sends many requests at once on each connection, and reads no answer; opens another one when one ends. */
async function flood(url: URL, connections: number, text: string): Promise<() => Promise<void>> {
  let isOver = false;
  const sockets = new Set<Socket>();
  const work = async () => {
    while (!isOver) {
      const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
      sockets.add(socket);
      socket.on('error', () => undefined).pause();
      socket.write(text);
      await new Promise((resolve) => socket.once('close', resolve));
      sockets.delete(socket);
    }
  };
  const working = Array.from({ length: connections }, work);
  return async () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    await Promise.all(working);
  };
}

/** Sends one of the requests that are expensive to read, from a network of its own. */
export async function sendHeavy(pool: Pool, { path, type, body }: HeavyRequest): Promise<void> {
  const headers = { 'content-type': type, 'x-forwarded-for': '203.0.113.7' };
  const answer = await pool.request({ method: 'POST', path, headers, body });
  await answer.body.dump();
}

/** The attacks, by what the attacker does. */
export const attacks: Readonly<Record<string, Attack>> = {
  'bodies that never end': (url) => {
    const head = `POST /api/v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n`;
    return hold(url, unfinished.count, head + ' '.repeat(unfinished.bytes));
  },
  'idle connections': (url) => hold(url, idleConnections, ''),
  'answers that are not read': (url) => hold(url, 2000, large.repeat(16)),
  'requests that do not wait for answers': (url) => flood(url, 50, large.repeat(2000)),
  'addresses of many networks': async (url) =>
    repeat(url, 8, async (pool, index) => {
      const headers = {
        'x-forwarded-for': `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
      };
      await (await pool.request({ method: 'GET', path: '/api/v1/models', headers })).body.dump();
    }),
  'bodies that are expensive to read': async (url) =>
    repeat(url, 2, async (pool, index) => {
      const request = heavyRequests[index % heavyRequests.length];
      if (request) await sendHeavy(pool, request);
    }),
};

/** Starts an attack in a process of its own, as attackers have; returns a function that ends it. */
export async function startAttack(name: string, url: URL): Promise<() => Promise<void>> {
  const child = fork(import.meta.filename, [name, url.href]);
  const gone = once(child, 'exit');
  const begun = once(child, 'message');
  await Promise.race([begun, gone.then(([code]) => Promise.reject(new Error(`The attacker ended with ${code}.`)))]);
  return async () => {
    child.send('end');
    await gone;
  };
}

/** Makes one attack in this process: says when it has begun, and ends with its parent. */
async function attackAlone(name: string, url: string): Promise<void> {
  const attack = attacks[name];
  if (!attack) throw new Error(`There is no attack called ${name}.`);
  const end = await attack(new URL(url));
  process.once('message', async () => {
    await end();
    process.disconnect();
  });
  process.once('disconnect', () => process.exit());
  process.send?.('begun');
}

if (import.meta.main) await attackAlone(process.argv[2] ?? '', process.argv[3] ?? '');
