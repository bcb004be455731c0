import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { facilitatedRun } from './facilitated.ts';

const folder = mkdtempSync(join(tmpdir(), 'facilitated-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('no payment is made twice, lost or asked for again when a facilitator fails and the gateway is killed', async () => {
  const { bought, faults } = await facilitatedRun({ store: join(folder, 'base.db'), kills: 4, seed: 1 });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
});
