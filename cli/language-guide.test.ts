import { expect, test } from 'vitest';
import { allKinds } from '#generators/language/kinds.ts';
import { keysOf, languageGuide } from './testing/language-guide.ts';

test('the guide has every key of the language, with examples of specifications that hold', async () => {
  await expect(languageGuide()).toMatchFileSnapshot('../docs/spec-language.md');
});

test('every key has a meaning or an example', () => {
  const bare = allKinds.flatMap((kind) =>
    keysOf(kind)
      .filter(({ meaning, example }) => meaning === '' && example === undefined)
      .map(({ path }) => `${kind}: ${path}`),
  );
  expect(bare).toEqual([]);
});
