import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { startOutages } from './outages.ts';
import { crashRun } from './run.ts';
import { startKills } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'crashes-'));
const postgres = await startPostgres();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

/** A few of the moments that `npm run crash` has. */
const sample = { moments: 2, seed: 1 };

test.runIf(postgres)('nothing is lost or free when a gateway on PostgreSQL is killed at random moments', async () => {
  const store = (await postgres?.createDatabase()) ?? '';
  const { bought, faults } = await crashRun({ world: await startKills(store, 'base'), ...sample });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
});

test('accounts neither lose nor gain when their gateway is killed at random moments', async () => {
  const world = await startKills(join(folder, 'account.db'), 'account');
  const { bought, faults } = await crashRun({ world, ...sample });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
});

describe.runIf(postgres)(
  'nothing is lost or free, and no process ends, when PostgreSQL fails at random moments',
  () => {
    test.each(['base', 'account'] as const)('under a gateway of the %s host', async (host) => {
      if (!postgres) return;
      const { bought, faults } = await crashRun({ world: await startOutages(postgres, host), moments: 25, seed: 1 });
      expect(faults).toEqual([]);
      expect(bought).toBeGreaterThan(0);
    });
  },
);
