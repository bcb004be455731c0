/** One gateway, mounted in several frameworks: each gives the responses that it gives alone. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import express from 'express';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../http/listen.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';
import { at } from '../testing/read.ts';
import { createGateway, type Gateway } from './create.ts';

/** Sends a request to one of the mounts. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

let gateway: TestGateway;
const mounts: Record<string, Send> = {};
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  const { server, url } = gateway;
  const overHttp =
    (origin: string): Send =>
    (path, init) =>
      fetch(`${origin}${path}`, init);
  async function serveAt(node: Server): Promise<Send> {
    stops.push(async () => {
      node.close();
      node.closeAllConnections();
      await once(node, 'close');
    });
    return overHttp(await listen(node, 0, '127.0.0.1'));
  }
  mounts.alone = overHttp(url);
  mounts.fetch = (path, init) => server.fetch(new Request(`http://127.0.0.1${path}`, init), { ip: '127.0.0.1' });

  const hono = new Hono().mount('/', server.fetch);
  // The adaptor's type covers servers of HTTP/2, which it creates when it is given one.
  mounts.hono = await serveAt(createAdaptorServer({ fetch: hono.fetch }) as Server);
  mounts.express = await serveAt(createServer(express().disable('x-powered-by').use(server.listener)));

  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.all('/*', (request, reply) => {
    reply.hijack();
    return server.listener(request.raw, reply.raw);
  });
  mounts.fastify = overHttp(await app.listen({ port: 0, host: '127.0.0.1' }));
  stops.push(() => app.close());
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await gateway.close();
});

/** Headers of connections, which a server sets itself, and those that differ from call to call. */
const ofServers = /^(connection|date|keep-alive|trailer|transfer-encoding)$/;

/** A text without what differs from mount to mount and from call to call: origins, and hashes of transactions. */
function plain(text: string): string {
  return text
    .replaceAll(/[\w+/]{80,}=*/g, (encoded) => atob(encoded))
    .replaceAll(/http:\/\/127\.0\.0\.1(:\d+)?/g, '')
    .replaceAll(/0x[\da-f]{64}/g, 'hash');
}

async function read(response: Response) {
  const body = await response.text();
  const headers = [...response.headers].filter(([name]) => !ofServers.test(name));
  // Bodies with an origin differ in length.
  const compared = headers.filter(([name]) => name !== 'content-length' || body === plain(body));
  return {
    status: response.status,
    headers: compared.map(([name, value]) => `${name}: ${plain(value)}`),
    body: plain(body),
  };
}

/** A request, and whether it is paid for. */
interface Call {
  readonly path: string;
  readonly init: RequestInit;
  readonly body?: unknown;
}

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string, headers: Record<string, string> = json): Call => ({
  path,
  init: { method: 'POST', body, headers },
});
const words = fc.stringMatching(/^[a-zé☃]{1,8}( [a-z]{1,8}){0,3}$/);
const selling = fc.constantFrom('/toy/echo', '/toy/story', '/toy/shout');

const calls: fc.Arbitrary<Call> = fc.oneof(
  // Paid, and, by a body that has no valid form, refused before it could be.
  fc.tuple(selling, words, fc.integer({ min: -1, max: 14 })).map(([path, text, count]) => {
    const body = { text, count };
    return { ...post(path, JSON.stringify(body)), body };
  }),
  fc.tuple(selling, words).map(([path, text]) => post(path, JSON.stringify({ text }))),
  fc.tuple(selling, fc.string()).map(([path, text]) => post(path, text)),
  fc.tuple(selling, words).map(([path, text]) => post(path, text, { 'content-type': 'text/plain' })),
  fc
    .tuple(selling, words)
    .map(([path, text]) => post(path, text, { ...json, 'payment-signature': encodeURIComponent(text) })),
  fc
    .tuple(
      fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'),
      fc.constantFrom(
        '/toy/deep/a/b%20c?x=1',
        '/toy/apples:weigh',
        '/nowhere',
        '/toy/unmade',
        '/toy/echo',
        '/bare/echo',
        '/toy/loans/9',
      ),
      fc.constantFrom<Record<string, string>>({}, { origin: 'https://page.example' }),
    )
    .map(([method, path, headers]) => ({ path, init: { method, headers } })),
);

test('each mount gives the same response to every request', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async ({ path, init, body }) => {
      const responses = await Promise.all(
        Object.entries(mounts).map(async ([name, send]) => {
          const challenge = body === undefined ? undefined : await gateway.send(path, body);
          const payment = challenge?.status === 402 && { 'payment-signature': await gateway.sign(path, body) };
          const headers = { ...init.headers, 'x-request-id': 'of-this-test', ...payment };
          return [name, await read(await send(path, { ...init, headers }))] as const;
        }),
      );
      const [[, alone] = []] = responses;
      expect(Object.fromEntries(responses)).toEqual(Object.fromEntries(responses.map(([name]) => [name, alone])));
    }),
    { numRuns: 100 },
  );
});

test('each mount serves a paid stream and a paid call, and refuses a body that is too long', async () => {
  const body = { text: 'one two three' };
  for (const [name, send] of Object.entries(mounts)) {
    const pay = async (path: string) => {
      const { init } = post(path, JSON.stringify(body), {
        ...json,
        'payment-signature': await gateway.sign(path, body),
      });
      return (await send(path, init)).text();
    };
    expect(await pay('/toy/story'), name).toMatch(/"one".*"three".*: payment-response.*\[DONE\]/s);
    expect(JSON.parse(await pay('/toy/echo')), name).toMatchObject({ echo: body.text });
    const { init } = post('/toy/echo', JSON.stringify({ text: 'a'.repeat(1_100_000) }));
    const response = await send('/toy/echo', init);
    expect([name, response.status]).toEqual([name, 413]);
  }
});

test('a stream of the fetch handler is read to its end when its caller is gone', async () => {
  const body = { text: 'one two three' };
  const before = (await gateway.services.store.ledger.transfers()).length;
  const { init } = post('/toy/story', JSON.stringify(body), {
    ...json,
    'payment-signature': await gateway.sign('/toy/story', body),
  });
  const response = await mounts.fetch?.('/toy/story', init);
  await response?.body?.cancel();
  await expect.poll(async () => (await gateway.services.store.ledger.transfers()).length).toBe(before + 1);
});

test('a call that is cancelled by its server aborts the work of its handler', async () => {
  const called = Promise.withResolvers<AbortSignal>();
  gateway.script('echo', async ({ signal }) => {
    called.resolve(signal);
    await once(signal, 'abort');
    return { status: 200, body: {} };
  });
  const aborter = new AbortController();
  const body = { text: 'a' };
  const headers = { ...json, 'payment-signature': await gateway.sign('/toy/echo', body) };
  const pending = mounts.fetch?.('/toy/echo', {
    ...post('/toy/echo', JSON.stringify(body), headers).init,
    signal: aborter.signal,
  });
  const signal = await called.promise;
  aborter.abort();
  expect(signal.aborted).toBe(true);
  await pending;
});

test('a listener behind a parser of bodies says where it has to be mounted', async () => {
  const logged: unknown[] = [];
  const own: Gateway = await createGateway({ host: toy, handlers: {}, payTo: '0x0' }, (parts) => ({
    ...parts,
    services: { ...parts.services, log: { ...parts.services.log, error: (fields) => void logged.push(fields) } },
  }));
  const node = createServer(express().use(express.json()).use(own.listener));
  const url = await listen(node, 0, '127.0.0.1');
  const response = await fetch(`${url}/toy/echo`, post('/toy/echo', '{"text":"a"}').init);
  expect(response.status).toBe(500);
  expect(String(at(logged, 0, 'err'))).toContain('before parsers of bodies');
  node.close();
  node.closeAllConnections();
  await own.close();
});
