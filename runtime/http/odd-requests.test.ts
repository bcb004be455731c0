/** Requests that servers read in different ways: each has one answer here, and none of them costs anything by surprise. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HostDefinition } from '../operation/host.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { accountHost, host as toy } from '../testing/host.ts';
import { decodeJson } from '../values/encoding.ts';
import { read } from '../values/json.ts';

const quote = () => ({ amount: 1000n, breakdown: {} });
/** The toy service, with a priced `GET` in each way of paying. */
function sellingByGet(host: HostDefinition, auth: 'payment' | 'key'): HostDefinition {
  const deep = host.routes.find(({ operation }) => operation.id === 'free');
  if (!deep) throw new Error('There is no free route.');
  const price = auth === 'key' ? { reserve: quote, meter: quote } : { quote };
  const priced = { ...deep, path: '/toy/priced', auth, limits: [], ...price };
  const settling = {
    ...deep,
    path: '/toy/settling',
    limits: [],
    operation: { ...deep.operation, settles: 'on-poll' as const },
  };
  return { ...host, routes: [...host.routes, priced, settling] };
}

let gateway: TestGateway;
let accounts: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: sellingByGet(toy, 'payment') });
  const apiKeys = [{ key: 'sk_of_ours', balance: 1_000_000n }];
  accounts = await startTestGateway({ host: sellingByGet(accountHost, 'key'), apiKeys });
});
beforeEach(() => {
  for (const { calls } of [gateway, accounts]) for (const name of Object.keys(calls)) delete calls[name];
});
afterAll(() => Promise.all([gateway.close(), accounts.close()]));

const transfers = async () => (await gateway.services.store.ledger.transfers()).length;

/** Writes a request byte by byte, and reads the status and the body of its answer. */
async function raw(...lines: readonly string[]): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), text };
}
const host = 'Host: gateway.test';

describe('requests that are sent before the answers of earlier ones', () => {
  const get = `GET /toy/deep/a HTTP/1.1\r\nHost: gateway.test\r\n\r\n`;

  test('are answered in their order, up to 16 of them', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const last = 'GET /toy/boxes/end HTTP/1.1\r\nHost: gateway.test\r\nConnection: close\r\n\r\n';
    const answers = text(socket);
    socket.write(get.repeat(15) + last);
    expect((await answers).match(/"path":"a"|"box":"end"/g)).toEqual([...Array(15).fill('"path":"a"'), '"box":"end"']);
  });

  test('are served one after another', async () => {
    const order: string[] = [];
    gateway.script('deep', async () => {
      order.push('begins');
      await new Promise(setImmediate);
      order.push('ends');
      return { status: 200, body: {} };
    });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const answers = text(socket);
    socket.write(get.repeat(2) + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await answers;
    expect(order).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
  });

  test('end their connection when they are more, and are not served', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(get.repeat(1500));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(gateway.calls.deep).toBeLessThanOrEqual(16);
  });
});
const close = 'Connection: close';

describe('HEAD', () => {
  test('of what is sold says what it costs, and is never charged, whatever payment it has', async () => {
    const payment = await gateway.sign('/toy/echo', { text: 'x', count: 1 });
    for (const headers of [{}, { 'PAYMENT-SIGNATURE': payment }, { 'X-PAYMENT': payment }]) {
      const response = await fetch(`${gateway.url}/toy/priced`, { method: 'HEAD', headers });
      const challenge = decodeJson(response.headers.get('PAYMENT-REQUIRED') ?? '');
      expect([response.status, await response.text(), read(challenge, 'accepts', 0, 'amount')]).toEqual([
        402,
        '',
        '1000',
      ]);
    }
    expect([await transfers(), gateway.calls]).toEqual([0, {}]);
    // The payment has not been used up.
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': payment };
    const body = JSON.stringify({ text: 'x', count: 1 });
    expect((await fetch(`${gateway.url}/toy/echo`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await transfers()).toBe(1);
  });

  test.each(['/toy/priced', '/toy/settling'])('of %s is not served where it has no price to show', async (path) => {
    const headers = { authorization: 'Bearer sk_of_ours' };
    const response = await fetch(`${accounts.url}${path}`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('Allow'), accounts.calls]).toEqual([405, 'GET, OPTIONS', {}]);
    expect((await accounts.services.store.accounts.findByKey('sk_of_ours'))?.spent).toBe(0n);
  });

  test('of what is free is GET without its content', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`${gateway.url}/toy/deep/a`, { method })),
    );
    expect([head?.status, await head?.text()]).toEqual([200, '']);
    expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'));
  });
});

describe('OPTIONS', () => {
  test.each<[string, number, string | null]>([
    ['/toy/priced', 204, 'GET, HEAD, OPTIONS'],
    ['/toy/echo', 204, 'POST, OPTIONS'],
    ['/nowhere', 404, null],
  ])('of %s is answered %i and allows %s, without a payment', async (path, status, allow) => {
    const response = await fetch(`${gateway.url}${path}`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('Allow')]).toEqual([status, allow]);
    expect(gateway.calls).toEqual({});
  });
});

describe('the target of a request', () => {
  test.each<[string, number]>([
    ['/toy/deep/a', 200],
    ['http://gateway.test/toy/deep/a', 200],
    ['HTTPS://elsewhere.test:8443/toy/deep/a', 200],
    ['http://gateway.test', 404],
    ['http://gateway.test?x=1', 404],
    ['//gateway.test/toy/deep/a', 404],
    ['/toy//deep/a', 404],
    ['/toy/free/', 404],
    ['/TOY/free', 404],
    ['*', 404],
  ])('%s is answered %i', async (target, status) => {
    expect((await raw(`GET ${target} HTTP/1.1`, host, close)).status).toBe(status);
  });

  test('names a resource at the host of its header, whatever authority it has', async () => {
    const { text } = await raw('GET http://elsewhere.test/toy/priced HTTP/1.1', host, close);
    expect(read(JSON.parse(text), 'resource', 'url')).toBe('http://gateway.test/toy/priced');
  });

  test('with a slash at its end is no other name of a path, and nothing is charged for it', async () => {
    const response = await gateway.pay('/toy/echo', { text: 'x', count: 1 });
    expect(response.status).toBe(200);
    const before = await transfers();
    const payment = await gateway.sign('/toy/echo', { text: 'x', count: 1 });
    const answer = await gateway.send('/toy/echo/', { text: 'x', count: 1 }, { 'PAYMENT-SIGNATURE': payment });
    expect([answer.status, await transfers()]).toEqual([404, before]);
  });
});

describe('a header that is sent twice', () => {
  const body = '{"text":"x","count":1}';
  const post = (...headers: readonly string[]) =>
    raw(
      `POST /toy/echo HTTP/1.1\r\n${host}\r\n${close}\r\nContent-Length: ${body.length}\r\n${headers.join('\r\n')}\r\n\r\n${body}`,
    );
  const type = 'Content-Type: application/json';

  test('is one value, so that two payments are none that can be read', async () => {
    const [one, two] = [
      await gateway.sign('/toy/echo', JSON.parse(body)),
      await gateway.sign('/toy/echo', JSON.parse(body)),
    ];
    const before = await transfers();
    const { status, text } = await post(type, `PAYMENT-SIGNATURE: ${one}`, `Payment-Signature: ${two}`);
    expect([status, read(JSON.parse(text), 'code'), await transfers()]).toEqual([402, 'PAYMENT_INVALID', before]);
    // Under two names, that of version 2 counts.
    expect((await post(type, `X-PAYMENT: ${one}`, `PAYMENT-SIGNATURE: ${two}`)).status).toBe(200);
    expect(await transfers()).toBe(before + 1);
  });

  test.each<[string, readonly string[], number]>([
    ['content types', [type, 'Content-Type: text/plain'], 415],
    ['lengths', [type, 'Content-Length: 3'], 400],
    ['lengths and chunks', [type, 'Transfer-Encoding: chunked'], 400],
  ])('is refused for %s', async (_, headers, status) => {
    expect((await post(...headers)).status).toBe(status);
  });

  test.each(['Host: b.test', 'Host: a.test/evil'])('is refused for hosts: %s', async (other) => {
    expect((await post(type, other)).status).toBe(400);
  });

  test('is refused for keys', async () => {
    const { hostname, port } = new URL(accounts.url);
    const socket = connect(Number(port), hostname);
    const key = 'Authorization: Bearer sk_of_ours';
    socket.write(`GET /toy/free HTTP/1.1\r\n${host}\r\n${close}\r\n${key}\r\n${key}\r\n\r\n`);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('the encoding of a body', () => {
  const body = { text: 'x', count: 1 };

  test.each<[string, number]>([
    ['gzip', 415],
    ['identity, br', 415],
    ['identity', 402],
    ['UTF-8', 402],
  ])('%s is answered %i', async (encoding, status) => {
    const answer = await gateway.send('/toy/echo', body, { 'Content-Encoding': encoding });
    expect([answer.status, answer.headers.get('Accept-Encoding')]).toEqual([
      status,
      status === 415 ? 'identity' : null,
    ]);
  });
});

describe('a payment header that carries no payment', () => {
  // Merit-Systems/x402scan#1169: base64 of JSON that is no payment was answered 500.
  const headers = ['PAYMENT-SIGNATURE', 'X-PAYMENT'];

  test('is answered with a challenge that no cache keeps, whatever JSON it is', async () => {
    const any = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { x402Version: fc.constantFrom(1, 2), payload: fc.jsonValue(), accepted: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...headers), any, async (header, value) => {
        const text = Buffer.from(JSON.stringify(value) ?? '').toString('base64');
        const answer = await gateway.send('/toy/echo', { text: 'hi' }, { [header]: text });
        expect(answer.status).toBe(402);
        // x402-foundation/x402#2955: a shared cache would give one caller's challenge to another.
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
        // azep-ninja/x402-gateway-template#5: the header names the resource as the body does.
        const required = decodeJson(answer.headers.get('PAYMENT-REQUIRED') ?? '');
        expect(read(required, 'resource')).toEqual(read(answer.json, 'resource'));
      }),
      { numRuns: 60 },
    );
  });
});
