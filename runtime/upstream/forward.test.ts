/** Adapters that forward what is neither a model nor a file. */

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../logging/log.ts';
import type { Direction } from '../operation/script.ts';
import { sendJson, startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { jsonRpc, type RpcCall } from './json-rpc.ts';
import { passThrough } from './pass-through.ts';
import { createProvider, type Provider } from './provider.ts';

const closing: (() => Promise<unknown>)[] = [];
const services = {
  clock: { now: () => 0, advance() {}, reset() {} },
  log: silentLog,
  random: { bytes: (count: number) => new Uint8Array(count) },
  onClose: (close: () => Promise<unknown>) => void closing.push(close),
};
const call = (outcome?: Direction['outcome']) => ({
  signal: new AbortController().signal,
  scripted: () => (outcome === undefined ? undefined : { outcome, detail: {} }),
});

let upstream: TestUpstream;
let other: TestUpstream;
let providers: readonly [Provider, Provider];
beforeAll(async () => {
  upstream = await startUpstream((response) => sendJson(response, {}));
  other = await startUpstream((response, { body }) => sendJson(response, answered(body)));
  const at = (baseUrl: string) => createProvider(services, { baseUrl });
  providers = [at(`${upstream.url}/base`), at(other.url)];
});
afterEach(() => {
  upstream.received.length = other.received.length = 0;
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await Promise.all([upstream.close(), other.close()]);
});

const isBatch = (body: unknown): body is RpcCall[] => Array.isArray(body);
const one = ({ id, method }: RpcCall) =>
  method === 'bad'
    ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }
    : { jsonrpc: '2.0', id, result: method };
/** As a node answers: a batch in any order. */
const answered = (body: unknown) => (isBatch(body) ? body.map(one).reverse() : one(body as RpcCall));

describe('jsonRpc', () => {
  const rpcCall = fc.record({
    method: fc.constantFrom('eth_chainId', 'eth_call', 'bad'),
    id: fc.constantFrom(undefined, null, 1, '1', 'a'),
  });

  test('answers each call of a batch under its own id, in order, at the first node that works', async () => {
    const ask = jsonRpc(providers);
    await fc.assert(
      fc.asyncProperty(fc.oneof(rpcCall, fc.array(rpcCall, { minLength: 1, maxLength: 5 })), async (request) => {
        const expected = [request].flat().map((each) => one({ ...each, id: each.id ?? null }));
        const { relayed } = await ask(call(), request);
        expect(relayed).toEqual(Array.isArray(request) ? expected : expected[0]);
      }),
      { numRuns: 40 },
    );
    expect(upstream.received.length).toBe(other.received.length);
  });

  test('fails where no node answers every call', async () => {
    upstream.respond = (response) => sendJson(response, [{ jsonrpc: '2.0', id: 0, result: 1 }]);
    const request = [{ method: 'a' }, { method: 'b' }];
    await expect(jsonRpc([providers[0]])(call(), request)).rejects.toMatchObject({ id: 'upstream-failed' });
    await expect(jsonRpc([])(call(), request)).rejects.toMatchObject({ kind: 'unconfigured' });
  });
});

describe('passThrough', () => {
  test('passes on a path, a query and a body, and the bytes that come', async () => {
    upstream.respond = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b');
    const query = { q: 'é&', page: 2, tags: ['x', 'y'], none: undefined };
    const reply = await passThrough(providers[0])(call(), {
      method: 'POST',
      path: ['v1', 'a b?'],
      query,
      body: { c: 1 },
    });
    expect(reply).toEqual({ status: 200, bytes: { contentType: 'text/csv', value: Buffer.from('a,b') } });
    expect(upstream.received).toMatchObject([
      { url: '/base/v1/a%20b%3F?q=%C3%A9%26&page=2&tags=x&tags=y', body: { c: 1 } },
    ]);
  });

  test('never leaves the base URL, whatever a value says', async () => {
    upstream.respond = (response) => sendJson(response, {});
    const hostile = fc.constantFrom(
      '..',
      '.',
      '',
      '../x',
      '..\\x',
      '//evil.example',
      'http://evil.example',
      '%2e%2e',
      'a?b',
      'a#b',
      '\ud800',
      'é☃',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(hostile, fc.string()), { minLength: 1, maxLength: 3 }), async (path) => {
        upstream.received.length = 0;
        const reply = await passThrough(providers[0])(call(), { method: 'GET', path }).catch((error) => error);
        const [received] = upstream.received;
        if (!received) {
          expect(reply).toMatchObject({ kind: 'rejected' });
          return;
        }
        const url = new URL(received.url, upstream.url);
        expect(url.pathname.split('/')).toHaveLength(path.length + 2);
        expect(url.pathname.split('/').slice(2).map(decodeURIComponent)).toEqual(path);
        expect([url.search, url.hash]).toEqual(['', '']);
      }),
    );
  });

  test('does not follow a redirect, and is cut where a script says so', async () => {
    upstream.respond = (response) => response.writeHead(302, { location: other.url }).end();
    const request = { method: 'GET', path: ['v1'] } as const;
    await expect(passThrough(providers[0])(call(), request)).rejects.toMatchObject({ kind: 'failed' });
    upstream.respond = (response) => sendJson(response, {});
    await expect(passThrough(providers[0])(call('cut'), request)).rejects.toMatchObject({ kind: 'failed' });
    expect(other.received).toEqual([]);
  });
});
