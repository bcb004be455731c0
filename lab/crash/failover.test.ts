/** PostgreSQL behind a pooler, and the promotion of a standby, under mixed load. */

import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { startPooledOutages, startPromotion } from './outages.ts';
import { crashRun } from './run.ts';
import type { World } from './world.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** Where the programs are not installed, the reason was printed, and nothing is run. */
async function expectNoFault(world: World | undefined, moments: number): Promise<void> {
  if (!world) return;
  const { bought, faults } = await crashRun({ world, moments, seed: 1 });
  expect(faults).toEqual([]);
  expect(bought).toBeGreaterThan(0);
}

describe.each(['base', 'account'] as const)('nothing is lost or free under a gateway of the %s host', (host) => {
  test.runIf(postgres)('whose connections fail behind PgBouncer in transaction mode', async () => {
    if (postgres) await expectNoFault(await startPooledOutages(postgres, host), 25);
  });

  test('while a synchronous standby is promoted', async () => {
    await expectNoFault(await startPromotion(host), 4);
  });
});
