/** Bytes of providers: unrequested encodings, byte order marks, charsets, content types. */

import type { ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProviders } from '../testing/providers.ts';
import { startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { jsonRpc } from './json-rpc.ts';
import { openAi } from './openai.ts';
import { passThrough } from './pass-through.ts';
import { createFetchFile } from './public-fetch.ts';

const providers = startProviders();
const call = { signal: new AbortController().signal, scripted: () => undefined };
const body = { choices: [{ message: { content: 'Grüße, 你好.' } }] };
const text = JSON.stringify(body);

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startUpstream(() => undefined);
});
afterAll(() => Promise.all([upstream.close(), providers.close()]));

const chat = async (stream = false) =>
  openAi(() => [{ provider: providers.at(upstream.url), model: 'm' }]).chat(call, { model: 'm', stream });
const get = () => passThrough(providers.at(upstream.url))(call, { method: 'GET', path: ['v1'] });
const send = (bytes: Uint8Array | string, headers: Record<string, string> = {}, status = 200) => {
  upstream.respond = (response) => response.writeHead(status, headers).end(bytes);
};

const encodings: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  // axios/axios#3887: servers that leave out the header of zlib.
  ['Deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['br, gzip', (bytes) => gzipSync(brotliCompressSync(bytes))],
  ['identity', (bytes) => bytes],
  ['utf-8', (bytes) => bytes],
  ['', (bytes) => bytes],
];

describe.each(encodings)('a body in the encoding %j', (encoding, encode) => {
  const encoded = { 'content-encoding': encoding };

  test('is relayed as the JSON that it is', async () => {
    send(encode(Buffer.from(text)), encoded);
    expect((await chat()).relayed).toEqual(body);
  });

  test('is passed through without its encoding', async () => {
    send(encode(Buffer.from(text)), { ...encoded, 'content-type': 'application/json' });
    expect(await get()).toEqual({ status: 200, bytes: { contentType: 'application/json', value: Buffer.from(text) } });
  });

  test('says why an input was refused', async () => {
    send(encode(Buffer.from('{"error":{"message":"too long"}}')), encoded, 400);
    await expect(chat()).rejects.toThrow('too long');
  });

  test('is fetched for a caller', async () => {
    const fetchFile = createFetchFile({ url: () => true, address: () => true });
    send(encode(Buffer.from(text)), encoded);
    const { bytes } = await fetchFile(upstream.url, { signal: call.signal, largest: 1000 });
    expect(bytes.toString()).toBe(text);
  });
});

test.each(['gzip', 'deflate', 'br'])('an empty body that is called %s is passed through as it is', async (encoding) => {
  send('', { 'content-encoding': encoding });
  expect(await get()).toMatchObject({ status: 200, bytes: { value: Buffer.alloc(0) } });
});

describe('a compressed body', () => {
  test('is passed on event by event, as it comes', async () => {
    const read = Promise.withResolvers<void>();
    upstream.respond = async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
      gzip.flush();
      await read.promise;
      gzip.end('data: [DONE]\n\n');
    };
    const { stream } = await chat(true);
    const events = stream?.[Symbol.asyncIterator]();
    expect(await events?.next()).toMatchObject({ value: { data: { choices: [{ delta: { content: 'a' } }] } } });
    read.resolve();
    expect(await events?.next()).toMatchObject({ value: { data: '[DONE]' } });
  });

  test.each([
    ['is cut', gzipSync(text).subarray(0, -12)],
    ['is not what its header says', Buffer.from(text)],
  ])('that %s is a failure', async (_, bytes) => {
    send(bytes, { 'content-encoding': 'gzip' });
    await expect(chat()).rejects.toMatchObject({ kind: 'failed' });
    await expect(get()).rejects.toMatchObject({ kind: 'failed' });
  });

  test('is bounded by the bytes that it becomes', async () => {
    const fetchFile = createFetchFile({ url: () => true, address: () => true });
    send(gzipSync(Buffer.alloc(10_000)), { 'content-encoding': 'gzip' });
    const fetched = fetchFile(upstream.url, { signal: call.signal, largest: 9_999 });
    await expect(fetched).rejects.toThrow('more than 9999 bytes');
  });
});

const utf16 = (mark: string) => Buffer.from(`${mark}${text}`, 'utf16le');

describe('JSON of a provider', () => {
  test.each<[string, string | undefined, Uint8Array]>([
    ['without a content type', undefined, Buffer.from(text)],
    ['as a text', 'text/plain', Buffer.from(text)],
    ['as a page', 'text/html; charset=utf-8', Buffer.from(text)],
    ['as events', 'text/event-stream', Buffer.from(text)],
    ['with a byte order mark', 'application/json', Buffer.from(`\ufeff${text}`)],
    ['in UTF-8 that is called Latin-1', 'application/json; charset=ISO-8859-1', Buffer.from(text)],
    ['in UTF-8 under an unknown name', 'application/json; charset=x-none', Buffer.from(text)],
    ['in UTF-16 with its mark', 'application/json', utf16('\ufeff')],
    ['in UTF-16 by its name', 'application/json;charset="UTF-16LE"', utf16('')],
    ['in UTF-16 of the other order', 'application/json', utf16('\ufeff').swap16()],
    [
      'in GBK',
      'application/json; charset=gbk',
      Buffer.from(text.replace('ü', 'u').replace('ß', 's').replace('你好', '')),
    ],
  ])('%s is read', async (_, type, bytes) => {
    send(bytes, type === undefined ? {} : { 'content-type': type });
    const { relayed } = await chat();
    expect(JSON.stringify(relayed)).toMatch(/Gr(üß|us)e, (你好)?\./);
  });

  test('in Latin-1 is read by its name', async () => {
    send(Buffer.from('{"choices":[{"message":{"content":"Grüße"}}]}', 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    });
    expect(JSON.stringify((await chat()).relayed)).toContain('Grüße');
  });

  test('in bytes that are no text is a failure', async () => {
    send(Buffer.from('{"a":"\xff"}', 'latin1'), { 'content-type': 'application/json; charset=x-none' });
    await expect(chat()).rejects.toThrow('unknown charset x-none');
  });
});

describe('a refusal', () => {
  test.each<[string, unknown]>([
    ['of OpenAI', { error: { message: 'Too long.', type: 'invalid_request_error', param: null, code: null } }],
    ['of Anthropic', { type: 'error', error: { type: 'invalid_request_error', message: 'Too long.' } }],
    ['of Google, in a list', [{ error: { code: 400, message: 'Too long.', status: 'INVALID_ARGUMENT' } }]],
    ['of xAI', { code: 'Client specified an invalid argument', error: 'Too long.' }],
    [
      'of Mistral',
      { object: 'error', message: { detail: [{ type: 'extra', loc: ['x'], msg: 'Too long.' }] }, code: null },
    ],
    ['of FastAPI', { detail: [{ loc: ['body'], msg: 'Too long.' }] }],
    ['of FastAPI, as a text', { detail: 'Too long.' }],
    ['of vLLM', { object: 'error', message: 'Too long.', type: 'BadRequestError', param: null, code: 400 }],
    ['of Ollama', { error: 'Too long.' }],
  ])('%s says why', async (_, refusal) => {
    send(JSON.stringify(refusal), { 'content-type': 'application/json' }, 400);
    await expect(chat()).rejects.toMatchObject({ kind: 'rejected', message: 'Too long.' });
  });
});

describe('an answer of a node', () => {
  const rpc = () => jsonRpc([providers.at(upstream.url)])(call, { method: 'getAccountInfo', id: 'mine' });

  test.each([
    '{"rentEpoch":18446744073709551615,"lamports":1.0}',
    // solana-labs/solana#32662
    '{"commitment":[0,382219010785520358],"totalStake":383784289656803160}',
    // solana-foundation/solana-web3.js#1203
    '{"value":{"lamports":9007199254740993}}',
  ])('keeps the digits of %s', async (result) => {
    send(`{"jsonrpc":"2.0","id":0,"result":${result}}`);
    expect(JSON.stringify((await rpc()).relayed)).toBe(`{"jsonrpc":"2.0","id":"mine","result":${result}}`);
  });

  test('is of a call whose numbers kept theirs', async () => {
    send('{"jsonrpc":"2.0","id":0,"result":1}');
    const bytes = Buffer.from('{"method":"getBlock","params":[18446744073709551615,{"x":1.0}]}');
    const ask = jsonRpc([providers.at(upstream.url)]);
    let sent = '';
    const { respond } = upstream;
    upstream.respond = (response, received) => {
      sent = received.text;
      return respond(response, received);
    };
    await ask({ ...call, bytes }, JSON.parse(bytes.toString()));
    expect(sent).toContain('"params":[18446744073709551615,{"x":1.0}]');
  });

  test('may have its id as a text', async () => {
    send('{"jsonrpc":"2.0","id":"0","result":1}');
    expect((await rpc()).relayed).toEqual({ jsonrpc: '2.0', id: 'mine', result: 1 });
  });

  test.each([
    { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
    { code: -32005, message: 'daily request count exceeded, request rate limited' },
    { code: -32007, message: '50/second request limit reached' },
    { code: -32097, message: 'Too Many Requests' },
  ])('that it takes no more calls is nothing to sell: $message', async (error) => {
    send(JSON.stringify({ jsonrpc: '2.0', id: 0, error }));
    await expect(rpc()).rejects.toMatchObject({ kind: 'capacity' });
  });

  test.each([
    { code: -32005, message: 'query returned more than 10000 results' },
    { code: 3, message: 'execution reverted' },
    { code: -32602, message: 'invalid argument 0' },
  ])('about the call of its caller is an answer: $message', async (error) => {
    send(JSON.stringify({ jsonrpc: '2.0', id: 0, error }));
    expect((await rpc()).relayed).toEqual({ jsonrpc: '2.0', id: 'mine', error });
  });
});
