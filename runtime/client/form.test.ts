import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInput } from '../http/input.ts';
import type { Route } from '../operation/operation.ts';
import { encodeBody, encodeForm, fileOf, formOf } from './form.ts';

const uri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

describe('a form', () => {
  test('carries every field and the bytes of every file', async () => {
    const body = fc.record({
      prompt: fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text)),
      n: fc.integer(),
      mask: fc.uint8Array({ minLength: 1 }).map(uri),
      image: fc.array(fc.uint8Array({ minLength: 1 }).map(uri), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        const read = await new Response(encodeForm(formOf(fields), new FormData())).formData();
        expect(read.get('prompt')).toBe(fields.prompt);
        expect(read.get('n')).toBe(String(fields.n));
        const files = [...read.getAll('image[]'), read.get('mask')];
        const uris = files.map(async (file) => {
          if (file === null || typeof file === 'string') throw new Error('A data URI goes as a file.');
          return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
        });
        expect(await Promise.all(uris)).toEqual([...fields.image, fields.mask]);
      }),
    );
  });

  test.each(['data:,a', 'data:image/png;base64,?', 'https://example.com/a.png', ''])('sends %j as text', (text) => {
    expect(fileOf(text)).toBeUndefined();
    expect(encodeForm([['image', text]], new FormData()).get('image')).toBe(text);
  });
});

describe('a body', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\r\n]/.test(value));
  const fields = fc.record({ a: text, n: fc.integer(), list: fc.array(text, { minLength: 1, maxLength: 3 }) });
  test.each([
    ['application/json', fields],
    ['application/vnd.a+json', fields],
    ['multipart/form-data', fields],
    ['application/x-www-form-urlencoded', fields],
    ['text/plain', text],
    ['image/png', fc.uint8Array().map(uri)],
  ] as const)('of the type %s is read as it was sent', async (type, bodies) => {
    const route: Route = {
      operation: {
        ...{ id: 'send', summary: 'Send', method: 'POST', contentTypes: [type], settles: 'never' },
        formFields: { n: 'integer' },
        body: (value) => ({ ok: true, value }),
      },
      ...{ path: '/send', auth: 'none', conditions: [], limits: [], errors: {} },
    };
    await fc.assert(
      fc.asyncProperty(bodies as fc.Arbitrary<unknown>, async (body) => {
        const sent = encodeBody(body, type);
        const headers = { ...(sent.type !== undefined && { 'content-type': sent.type }) };
        const request = new Request('http://localhost', { method: 'POST', body: sent.body, headers });
        const { input } = await readInput(
          route,
          {
            ...{ method: 'POST', path: '/send', query: '', ip: '127.0.0.1', baseUrl: 'http://localhost' },
            headers: Object.fromEntries(request.headers),
            body: async () => Buffer.from(await request.arrayBuffer()),
            hasPaid: () => undefined,
            signal: request.signal,
          },
          {},
        );
        expect(input.request).toEqual(body);
      }),
    );
  });
});
