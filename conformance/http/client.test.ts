import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { isDeeper } from './depth.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A client of a server that answers everything with one body. */
async function clientOf(body: string, limits: Parameters<typeof createClient>[1] = {}) {
  server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = createClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, limits);
  return { ...client, get: () => client.exchange({ method: 'GET', path: '/', headers: {} }) };
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

  test('keeps no more than so many bytes of long responses', async () => {
    const { get, close } = await clientOf('a'.repeat(2_000_000), { mostLong: 5_000_000 });
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
