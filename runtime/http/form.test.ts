import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFormBody } from './form.ts';

/** Encodes a form as every client does. */
async function encode(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return { bytes: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' };
}

async function parse(entries: readonly (readonly [string, string | Blob])[]): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const { bytes, type } = await encode(form);
  return parseFormBody(bytes, type, { n: 'integer', speed: 'number', loud: 'boolean' });
}

const uri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
const file = (bytes: Uint8Array, type = 'image/png') => new Blob([Uint8Array.from(bytes)], { type });

describe('parseFormBody', () => {
  test('reads texts and files of any bytes as the same request in JSON', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\r\n]/.test(value));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.uint8Array(), { minLength: 1 }), fc.integer(), async (prompt, images, n) => {
        const parsed = await parse([
          ['prompt', prompt],
          ...images.map((bytes) => ['image[]', file(bytes)] as const),
          ['n', String(n)],
        ]);
        expect({ ...Object(parsed) }).toEqual({ prompt, image: images.map(uri), n });
      }),
    );
  });

  test('refuses a form of more parts than any request needs', async () => {
    const parts = (count: number) => parse(Array.from({ length: count }, (): [string, string] => ['a', '1']));
    expect(await parts(100)).toEqual({ a: Array(100).fill('1') });
    await expect(parts(101)).rejects.toThrow('payload-too-large');
  });

  test.each([
    ['a long name', `Content-Disposition: form-data; name="${'%22'.repeat(3000)}"\r\n`],
    ['many headers', `Content-Disposition: form-data; name="a"\r\n${'A: b\r\n'.repeat(2000)}`],
    ['headers without an end', 'A: b\r\n'.repeat(2000)],
  ])('refuses a part with %s, which would take its parser long', async (_, headers) => {
    const body = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n${headers}\r\n1\r\n--b--\r\n`;
    const parsed = parseFormBody(Buffer.from(body), 'multipart/form-data; boundary=b', {});
    await expect(parsed).rejects.toMatchObject({ id: 'payload-too-large' });
  });

  test.each([
    'multipart/form-data; x="; boundary=none"; boundary=b',
    'multipart/form-data; boundary=none; boundary=b',
    'multipart/form-data; boundary=b; boundary=none',
    'multipart/form-data; BOUNDARY="b"',
    'multipart/form-data; boundary="b\\"',
    'multipart/form-data; boundary=b"',
    'multipart/form-data; xboundary=none; boundary=b',
    'multipart/form-data; boundary*=b; boundary=b',
  ])('is parsed by the boundary that was counted: %s', async (type) => {
    const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(500);
    await expect(parseFormBody(Buffer.from(`${parts}--b--\r\n`), type, {})).rejects.toMatchObject({
      id: expect.stringMatching(/^(payload-too-large|invalid-body)$/),
    });
  });

  test.each(['b', "'()+_,-./:=?", 'a b', 'x'.repeat(70)])('takes the boundary %j', async (boundary) => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`;
    const parsed = await parseFormBody(Buffer.from(body), `multipart/form-data; boundary="${boundary}"`, {});
    expect({ ...Object(parsed) }).toEqual({ a: '1' });
  });

  test('leaves texts that spell no number to the validator', async () => {
    const parsed = await parse([
      ['n', '1.5'],
      ['speed', '0.7'],
      ['loud', 'true'],
      ['other', '1'],
    ]);
    expect({ ...Object(parsed) }).toEqual({ n: '1.5', speed: 0.7, loud: true, other: '1' });
  });

  test('keeps a single file apart from a list of one, and makes a list of a name that is repeated', async () => {
    const [bytes, none] = [Uint8Array.of(1), ''];
    const one = await parse([['image', file(bytes)]]);
    const many = await parse([
      ['image', file(bytes)],
      ['image', file(bytes, none)],
    ]);
    expect(Object(one).image).toBe(uri(bytes));
    expect(Object(many).image).toEqual([uri(bytes), 'data:application/octet-stream;base64,AQ==']);
  });

  test.each([
    ['another boundary', '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--a--\r\n'],
    ['nothing', ''],
    ['JSON', '{"x":1}'],
  ])('refuses %s', async (_, text) => {
    const parsed = parseFormBody(Buffer.from(text), 'multipart/form-data; boundary=b', {});
    await expect(parsed).rejects.toMatchObject({ id: 'invalid-body' });
  });

  test('never names a prototype', async () => {
    const parsed = await parse([['__proto__', 'x']]);
    expect(Object.entries(Object(parsed))).toEqual([['__proto__', 'x']]);
    expect('toString' in Object(parsed)).toBe(false);
  });
});
