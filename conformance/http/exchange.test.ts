import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './events.ts';
import { searchableText } from './exchange.ts';

test('normalizes whitespace and escapes of JSON', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z/_]{1,20}$/), fc.constantFrom(0, 2, '\t'), (word, space) => {
      const text = JSON.stringify({ details: [word] }, null, space)
        .replaceAll('/', '\\/')
        .replaceAll('a', '\\u0061');
      expect(searchableText({ text, json: parseJson(text) })).toContain(word);
    }),
  );
});

test('keeps other text unchanged', () => {
  expect(searchableText({ text: 'data: {', json: undefined })).toBe('data: {');
});
