import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { kinds } from './kinds/index.ts';

test('docs/changes.md lists every kind of change; `vitest run <this file> --update` writes it', async () => {
  expect(kinds.length).toBeGreaterThanOrEqual(120);
  await expect(catalogue(kinds)).toMatchFileSnapshot('../../docs/changes.md');
});
