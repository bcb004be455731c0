import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './events.ts';
import { searchableText } from './searchable-text.ts';

test('finds a word however JSON spells it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z/_]{1,20}$/), fc.constantFrom(0, 2, '\t'), (word, space) => {
      const text = JSON.stringify({ details: [word] }, null, space)
        .replaceAll('/', '\\/')
        .replaceAll('a', '\\u0061');
      expect(searchableText({ text, json: parseJson(text) })).toContain(word);
    }),
  );
});

test('leaves what is no JSON as it is', () => {
  expect(searchableText({ text: 'data: {', json: undefined })).toBe('data: {');
});
