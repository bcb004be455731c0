import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { createFetchFile, type Guard } from './public-fetch.ts';

let server: TestUpstream;
let port: string;
beforeAll(async () => {
  server = await startUpstream((response, { url }) => {
    const location = Buffer.from(url.slice(1), 'base64url').toString();
    if (location === '') response.writeHead(200, { 'content-type': 'text/plain' }).end('a file');
    else response.writeHead(302, { location: location.replace('PORT', port) }).end();
  });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

const options = { signal: new AbortController().signal, largest: 100 };

/** Names that the test resolves: those with `private` to an address that the guard refuses. */
const lookup: LookupFunction = (hostname, _, callback) =>
  callback(null, [{ address: hostname.includes('private') ? '127.0.0.2' : '127.0.0.1', family: 4 }]);

/** A guard for which the address of the test's server is public. */
const guard: Guard = {
  url: (url) => url.startsWith('http://') && !url.includes('forbidden'),
  address: (address) => address === '127.0.0.1',
  lookup,
};

const to = (...locations: readonly string[]): string =>
  locations
    .reduceRight((next, host) => `http://${host}:PORT/${Buffer.from(next).toString('base64url')}`, '')
    .replace('PORT', port);

describe('createFetchFile', () => {
  test('fetches a file, also by way of redirects', async () => {
    const fetchFile = createFetchFile(guard);
    for (const url of [to('a.test'), to('a.test', 'b.test'), to('a.test', 'b.test', 'c.test', 'd.test')]) {
      expect(await fetchFile(url, options)).toEqual({ bytes: Buffer.from('a file'), contentType: 'text/plain' });
    }
  });

  test.each([
    ['a name that resolves to a private address', () => to('private.test')],
    ['a redirect to one', () => to('a.test', 'private.test')],
    ['a redirect to a URL that is not permitted', () => to('a.test', 'forbidden.test')],
    ['too many redirects', () => to('a.test', 'b.test', 'c.test', 'd.test', 'e.test')],
  ])('refuses %s', async (_, url) => {
    await expect(createFetchFile(guard)(url(), options)).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('refuses a file that is too long', async () => {
    const short = { ...options, largest: 5 };
    await expect(createFetchFile(guard)(to('a.test'), short)).rejects.toThrow('more than 5 bytes');
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://[::1]:PORT/',
    'file:///etc/passwd',
    '',
  ])('refuses %s where nothing else is said', async (url) => {
    const before = server.received.length;
    await expect(createFetchFile()(url.replace('PORT', port), options)).rejects.toMatchObject({ kind: 'rejected' });
    expect(server.received.length).toBe(before);
  });

  test('gives up a file that arrives too slowly', async () => {
    const drip = await startUpstream((response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response
        .on('close', () => clearInterval(timer))
        .writeHead(200)
        .write('.');
    });
    const impatient = createFetchFile({ ...guard, deadline: 100 });
    const wanted = { ...options, largest: 1_000_000 };
    await expect(impatient(drip.url, wanted)).rejects.toMatchObject({ kind: 'timeout' });
    await drip.close();
  });

  test('refuses a public name that resolves to this machine by the time it is connected to', async () => {
    const rebound = createFetchFile({
      url: () => true,
      address: guard.address,
      lookup: (_, __, callback) => callback(null, [{ address: '::1', family: 6 }]),
    });
    await expect(rebound('https://example.com/', options)).rejects.toMatchObject({ kind: 'rejected' });
  });
});
