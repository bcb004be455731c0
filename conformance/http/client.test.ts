import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, isDeeper } from './client.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A client of a server that answers everything with one body, but for requests whose connection it closes. */
async function clientOf(
  body: string,
  options: Parameters<typeof createClient>[1] = {},
  closes: (request: number) => boolean = () => false,
) {
  let requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    if (closes(requests)) request.socket.destroy();
    else response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = createClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, options);
  const send = (method: string) => client.exchange({ method, path: '/', headers: {} });
  return { ...client, get: () => send('GET'), post: () => send('POST') };
}

describe('createClient', () => {
  test('takes JSON of any depth that parsers take, and names one that they do not', async () => {
    const { get, close } = await clientOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    await expect(get()).rejects.toThrow('the response is nested more than 1000 levels deep');
    await close();
    const shallow = await clientOf(JSON.stringify({ text: '[['.repeat(5000) }));
    expect((await shallow.get()).status).toBe(200);
    await shallow.close();
  });

  test('sends what only reads again, once, where the connection was closed before a response', async () => {
    const idle = await clientOf('{}', {}, (request) => request === 2);
    expect((await idle.get()).status).toBe(200);
    expect((await idle.get()).status).toBe(200);
    await idle.close();
    const always = await clientOf('{}', {}, () => true);
    await expect(always.get()).rejects.toThrow('the connection was closed before a response arrived');
    await always.close();
    const paid = await clientOf('{}', {}, (request) => request === 1);
    await expect(paid.post()).rejects.toThrow('the connection was closed before a response arrived');
    await paid.close();
  });

  test('keeps no more than so many bytes of long responses', async () => {
    const { get, close } = await clientOf('a'.repeat(2_000_000), { maxLongBytes: 5_000_000 });
    expect((await get()).text).toHaveLength(2_000_000);
    await get();
    await expect(get()).rejects.toThrow('responses of more than a megabyte, together longer than 5000000 bytes');
    await close();
  });
});

describe('isDeeper', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

  test('agrees with the depth of what a parser reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(9), (value, most) => {
        expect(isDeeper(JSON.stringify(value), most)).toBe(depthOf(value) > most);
      }),
    );
  });
});
