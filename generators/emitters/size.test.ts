import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emitAll } from '../emit.ts';
import { readSpec } from '../read.ts';
import { operationsOf } from './typescript/variants.ts';

/** Bytes of emitted TypeScript that an operation may cost. */
const limit = 2600;

test('the emitted TypeScript is less than 2.6 kB an operation', async () => {
  const { model } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));
  if (!model) throw new Error('The specification has mistakes.');
  const files = (await emitAll(model)).filter(({ path }) => path.endsWith('.ts'));
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(bytes / operationsOf(model).size).toBeLessThan(limit);
}, 60_000);
