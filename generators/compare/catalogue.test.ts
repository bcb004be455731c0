import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { allKinds } from './kinds/index.ts';

test('docs/changes.md lists every kind of change; written anew by `vitest run <this file> --update`', async () => {
  const kinds = await allKinds();
  expect(kinds.length).toBeGreaterThanOrEqual(120);
  await expect(catalogue(kinds)).toMatchFileSnapshot('../../docs/changes.md');
});
