import { expect, test } from 'vitest';
import { emitAll } from '#generators/emit.ts';
import { allKinds } from '#generators/language/kinds.ts';
import { readSpec } from '#generators/read.ts';
import { keysOf, languageGuide } from './testing/language-guide.ts';

test('the guide has every key of the language, with examples of specifications that hold', async () => {
  await expect(languageGuide()).toMatchFileSnapshot('../../docs/spec-language.md');
});

test('every key has an example', () => {
  const bare = allKinds.flatMap((kind) =>
    keysOf(kind)
      .filter(({ example }) => example === undefined)
      .map(({ path }) => `${kind}: ${path}`),
  );
  expect(bare).toEqual([]);
});

test('the examples that no other test reads are checked and generated', async () => {
  const { model, diagnostics } = await readSpec('generators/fixtures/keys');
  expect(diagnostics).toEqual([]);
  const files = model ? await emitAll(model) : [];
  expect(files.map(({ path }) => path)).toContain('hosts/pier.ts');
});
