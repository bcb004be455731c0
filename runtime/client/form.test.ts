import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeForm, fileOf, formOf } from './form.ts';

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
