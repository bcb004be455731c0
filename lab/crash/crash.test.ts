import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { afterAll, expect, test } from 'vitest';
import { crashRun } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'crashes-'));
const postgres = await startPostgres();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

/** A few of the moments that `npm run crash` has. */
const sample = { kills: 2, seed: 1 };

test.runIf(postgres)('nothing is lost or free when a gateway on PostgreSQL is killed at random moments', async () => {
  const store = (await postgres?.createDatabase()) ?? '';
  const { bought, faults } = await crashRun({ store, host: 'base', ...sample });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
});

test('accounts neither lose nor gain when their gateway is killed at random moments', async () => {
  const { bought, faults } = await crashRun({ store: join(folder, 'account.db'), host: 'account', ...sample });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
});
