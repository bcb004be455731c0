import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
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
  const send = (method: string, paid = {}) => client.exchange({ method, path: '/', headers: {}, ...paid });
  const payment = { header: 'payment-signature', value: 'signed' };
  return { ...client, get: () => send('GET'), post: () => send('POST'), pay: () => send('POST', { payment }) };
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

  test('sends what charges nothing again, once, where the connection was closed before a response', async () => {
    const idle = await clientOf('{}', {}, (request) => request === 2);
    expect((await idle.get()).status).toBe(200);
    expect((await idle.get()).status).toBe(200);
    await idle.close();
    const always = await clientOf('{}', {}, () => true);
    await expect(always.get()).rejects.toThrow('the connection was closed before a response arrived');
    await always.close();
    const paid = await clientOf('{}', {}, (request) => request === 1);
    await expect(paid.pay()).rejects.toThrow('the connection was closed before a response arrived');
    await paid.close();
    const forged = await clientOf('{}', { free: true }, (request) => request === 1);
    expect((await forged.pay()).status).toBe(200);
    await forged.close();
    const unpaid = await clientOf('{}', {}, (request) => request === 1);
    expect((await unpaid.post()).status).toBe(200);
    await unpaid.close();
  });

  test('sends what charges nothing again, once, where a response was cut', async () => {
    const cuts = async (cut: (request: number) => boolean) => {
      let requests = 0;
      server = createServer((_, response) => {
        requests += 1;
        response.setHeader('content-length', 10);
        if (cut(requests)) response.write('{', () => response.destroy());
        else response.end('{"a": 123}');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const client = createClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
      const payment = { header: 'payment-signature', value: 'signed' };
      const free = await client.exchange({ method: 'POST', path: '/', headers: {} });
      const sent = requests;
      const paid = await client.exchange({ method: 'POST', path: '/', headers: {}, payment });
      await client.close();
      return { free: free.cut, sent, paid: paid.cut, more: requests - sent };
    };
    expect(await cuts((request) => request === 1)).toEqual({ free: false, sent: 2, paid: false, more: 1 });
    expect(await cuts(() => true)).toEqual({ free: true, sent: 2, paid: true, more: 1 });
  });

  test('waits for its turn before each request, and before the one that is sent again', async () => {
    let requests = 0;
    // The request that the connection is closed for gets no response.
    server = createServer((request, response) => {
      requests += 1;
      if (requests === 1) request.socket.destroy();
      else response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const turns: number[] = [];
    const turn = async () => void turns.push(requests);
    const client = createClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, { turn });
    await client.exchange({ method: 'GET', path: '/', headers: {} });
    await client.exchange({ method: 'GET', path: '/', headers: {} });
    await client.close();
    expect(turns).toEqual([0, 1, 2]);
  });

  test('keeps no more than so many bytes of long responses', async () => {
    const { get, close } = await clientOf('a'.repeat(2_000_000), { maxLongBytes: 5_000_000 });
    expect((await get()).text).toHaveLength(2_000_000);
    await get();
    await expect(get()).rejects.toThrow('responses of more than a megabyte, together longer than 5000000 bytes');
    await close();
  });
});

describe('a client', () => {
  const file = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  const ca = file('localhost.pem');

  /** Starts a server with the certificate of the tests; the result is its URL. */
  async function listen(listener: RequestListener): Promise<string> {
    server = createTlsServer({ cert: ca, key: file('localhost-key.pem') }, listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return `https://localhost:${typeof address === 'object' ? address?.port : ''}`;
  }

  test('trusts the certificates that it is given, and no others', async () => {
    const url = await listen((_, response) => response.end('{}'));
    const request = { method: 'GET', path: '/', headers: {} };
    const trusting = createClient(url, { ca });
    expect((await trusting.exchange(request)).status).toBe(200);
    await trusting.close();
    const usual = createClient(url);
    await expect(usual.exchange(request)).rejects.toThrow('its certificate is not trusted; --ca');
    await usual.close();
  });

  test('sends its headers with every request that does not have them itself', async () => {
    const seen: unknown[] = [];
    const url = await listen(({ headers }, response) => {
      seen.push([headers['x-pass'], headers.authorization]);
      response.end('{}');
    });
    const client = createClient(url, { ca, headers: { 'x-pass': 'let me in', authorization: 'Basic YTpi' } });
    await client.exchange({ method: 'GET', path: '/', headers: {} });
    await client.exchange({ method: 'GET', path: '/', headers: { authorization: 'Bearer key' } });
    await client.close();
    expect(seen).toEqual([
      ['let me in', 'Basic YTpi'],
      ['let me in', 'Bearer key'],
    ]);
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
