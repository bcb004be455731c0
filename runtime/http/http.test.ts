/** What strangers send, over a real socket. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { at, fieldsAt } from '../testing/read.ts';
import { decodeJson } from '../values/encoding.ts';
import { createHttpServer, createListener, listen } from './listen.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const post = (body: string | Uint8Array, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  fetch(`${gateway.url}/toy/echo`, { method: 'POST', body, headers });

/** Writes raw bytes and reads until the server closes. */
async function raw(text: string, url = gateway.url): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('a path', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/toy/free/', 404],
    ['GET', '/bare/echo', 404],
    ['GET', '/toy/deep/%zz', 404],
    ['GET', '/toy/deep/a%2f%2e%2E%2fb', 404],
    ['GET', '/toy/deep/a%2f..%5cb', 404],
    ['GET', '/toy/boxes/a%2f.', 404],
    ['GET', '/toy/deep/..a/b...', 200],
    ['GET', '/toy/free', 200],
    ['HEAD', '/toy/free', 200],
    ['GET', '/toy/echo', 405],
    ['DELETE', '/toy/free', 405],
    ['GET', '/toy/unmade', 501],
    ['OPTIONS', '/toy/echo', 204],
    ['OPTIONS', '/nowhere', 404],
  ])('%s %s is answered %i', async (method, path, status) => {
    const answer = await fetch(`${gateway.url}${path}`, { method });
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.get('Allow')).toMatch(/GET|POST/);
    if (status >= 400) expect(await answer.json()).toHaveProperty('error');
  });

  test('gives its parameters decoded, slashes and all where they are wide', async () => {
    expect((await gateway.send('/toy/deep/a/b%20c?x=1')).json).toEqual({ path: 'a/b c' });
    expect((await gateway.send('/toy/apples:weigh')).json).toEqual({ kind: 'apples' });
  });

  test.each([
    ['/toy/boxes/red', { box: { box: 'red' } }],
    ['/toy/boxes/red/lid', { lid: { box: 'red' } }],
    ['/toy/boxes/blue/lid', { blue: { part: 'lid' } }],
    ['/toy/deep/a/end', { end: { path: 'a' } }],
  ])('%s leads to the route that says most where paths first differ', async (path, answer) => {
    expect((await gateway.send(path)).json).toEqual(answer);
  });

  test('that is closed answers the same to every call, read or not', async () => {
    for (const body of [{ text: 'a' }, { count: 'many' }, 'no JSON']) {
      const answer = await gateway.send('/toy/closed', body, { 'PAYMENT-SIGNATURE': 'none' });
      expect([answer.status, at(answer.json, 'error')]).toEqual([422, 'Unlucky']);
    }
    expect(gateway.calls).not.toHaveProperty('closed');
  });
});

describe('a body', () => {
  test.each([
    ['that is no JSON', '{', 400],
    ['that is empty', '', 400],
    ['that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 400],
    ['nested very deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['with a number beyond doubles', '{"text":"a","count":1e999}', 400],
    ['with a number of a thousand digits', `{"text":"a","count":${'9'.repeat(1000)}}`, 400],
    ['with prototype keys', '{"__proto__":{"text":"a"},"constructor":1}', 400],
    ['that is too long', JSON.stringify({ text: 'a'.repeat(1_100_000) }), 413],
    ['with brackets in a text', JSON.stringify({ text: '[{'.repeat(500) }), 402],
  ])('%s is answered %i', async (_, body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toHaveProperty('error');
  });

  test('names every field that is wrong', async () => {
    const { status, json } = await gateway.send('/toy/echo', {});
    expect(status).toBe(400);
    expect(json).toEqual({
      error: 'Bad Request',
      message: 'text must be a string',
      details: [{ field: 'text', message: 'text must be a string' }],
    });
  });

  test('breaking a rule gets the error of the rule, and one of the route the route’s own', async () => {
    const unlucky = await gateway.send('/toy/echo', { text: 'a', count: 13 });
    expect([unlucky.status, at(unlucky.json, 'reason'), unlucky.headers.get('X-Luck')]).toEqual([
      422,
      'superstition',
      'none',
    ]);
    expect(at(unlucky.json, 'details')).toEqual([{ field: 'count', message: 'nobody sells thirteen' }]);
    expect(at((await gateway.send('/toy/shout', {})).json, 'error')).toBe('Own words');
  });

  test.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=UTF-8', 402],
    ['Application/JSON', 402],
  ])('of type %s is answered %i', async (type, status) => {
    expect((await post('{"text":"a"}', { 'Content-Type': type })).status).toBe(status);
  });
});

describe('a connection', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['no host', 'GET /toy/free HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a strange host', 'GET /toy/free HTTP/1.1\r\nHost: a"b/c\r\n\r\n', 400],
  ])('that sends %s is answered and closed', async (_, text, status) => {
    expect(await raw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await gateway.send('/toy/free')).status).toBe(200);
  });

  test('reads an absolute address without believing it, and names its own without a host', async () => {
    const absolute = await raw('GET http://else.where/toy/free HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(absolute).toMatch(/^HTTP\/1.1 200 /);
    const body = '{"text":"a"}';
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    expect(await raw(`POST /toy/echo HTTP/1.0\r\n${head}\r\n\r\n${body}`)).toContain('"url":"http://127.0.0.1:');
  });

  test('that ends in the middle of a body does no harm', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.end(
      'POST /toy/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"te',
    );
    socket.resume();
    await once(socket, 'close');
    expect((await gateway.send('/toy/free')).status).toBe(200);
  });

  test('takes two payment headers for none that can be read', async () => {
    const body = '{"text":"a"}';
    const head = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    const twice = `POST /toy/echo HTTP/1.1\r\n${head}\r\nPAYMENT-SIGNATURE: a\r\nPAYMENT-SIGNATURE: b\r\n\r\n${body}`;
    expect(await raw(twice)).toContain('PAYMENT_INVALID');
  });
});

describe('an answer', () => {
  test('that HTTP does not allow is an internal error', async () => {
    gateway.script('free', () => ({ status: 200, headers: { 'X-Text': 'a\r\nSet-Cookie: b' }, body: {} }));
    const { status, text, headers } = await gateway.send('/toy/free');
    expect([status, text, headers.get('Set-Cookie')]).toEqual([500, '{"error":"Internal Server Error"}', null]);
  });

  test('may be text or bytes of its own type, and replace a header in any spelling', async () => {
    const value = Uint8Array.of(0, 255, 128);
    gateway.script('free', () => ({
      status: 200,
      bytes: { contentType: 'image/png', value },
      headers: { 'cache-control': 'max-age=60' },
    }));
    const answer = await fetch(`${gateway.url}/toy/free`);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(value);
    expect([answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
      'image/png',
      'max-age=60',
    ]);
    gateway.script('free', () => ({ status: 200, text: { contentType: 'text/csv', value: 'ä,b' } }));
    expect((await gateway.send('/toy/free')).text).toBe('ä,b');
  });

  test('may not be cached, and shows its payment headers to other origins', async () => {
    const answer = await post('{"text":"a"}', { 'Content-Type': 'application/json', Origin: 'https://app.example' });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('PAYMENT-REQUIRED');
    const paid = await gateway.pay('/toy/echo', { text: 'a' });
    expect(paid.headers.get('Cache-Control')).toBe('no-store');
  });

  test('of 402 says in each header what its body says', async () => {
    const { json, headers } = await gateway.send('/toy/echo', { text: 'a' });
    const { x402Version, accepts, resource, error } = fieldsAt(json);
    expect(decodeJson(headers.get('PAYMENT-REQUIRED') ?? '')).toEqual({ x402Version, accepts, resource, error });
    const offers = headers.get('X-Payment-Required') ?? '';
    expect(decodeJson(offers)).toEqual({ x402Version, accepts });
    expect(headers.get('WWW-Authenticate')).toBe(`X402 requirements="${offers}"`);
    expect(at(json, 'paymentInfo')).toEqual({
      network: at(accepts, 0, 'network'),
      asset: at(accepts, 0, 'asset'),
      x402Version: 2,
    });
  });
});

describe('a stream', () => {
  test('over HTTP/1.0, as nginx asks by default, has no trailers and comes whole, and its receipt within', async () => {
    const body = JSON.stringify({ text: 'one two' });
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'PAYMENT-SIGNATURE': await gateway.sign('/toy/story', { text: 'one two' }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await raw(`POST /toy/story HTTP/1.0\r\n${lines.join('')}\r\n${body}`);
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(head).not.toMatch(/^(trailer|transfer-encoding):/im);
    expect(text).toMatch(/^data: \{"word":"one"\}\n\n[\s\S]*: payment-response [\w+/=]+\n\ndata: \[DONE\]\n\n$/);
  });

  test('whose headers HTTP does not allow is broken off', async () => {
    const parts = (async function* () {
      yield 'never sent';
    })();
    const server = createHttpServer(
      createListener(async () => ({ status: 200, headers: { 'X-Broken': '\n' }, parts, sent: async () => undefined })),
    );
    const answer = await raw('GET / HTTP/1.0\r\n\r\n', await listen(server, 0, '127.0.0.1'));
    server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  });
});

describe('a server', () => {
  const noRequest = () => Promise.reject(new Error('No request was sent.'));

  test.each([
    ['is silent', ''],
    ['sends half a header', 'GET / HTTP/1.1\r\nHo'],
  ])('closes a connection that %s', async (_, sent) => {
    const server = createHttpServer(noRequest, { headers: 50, request: 100, look: 10 });
    try {
      expect(await raw(sent, await listen(server, 0, '127.0.0.1'))).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      server.close();
    }
  });
});
