import { expect, test, vi } from 'vitest';
import { silentLog } from '../logging/log.ts';
import { openStore } from '../store/open/open.ts';
import { createMovableClock, systemClock } from '../system/clock.ts';
import { createPurging } from './purging.ts';

test('purging begins once, although each look after ended processes starts it', async () => {
  const store = await openStore({ name: ':memory:', defaultBalance: 0n });
  const purge = vi.spyOn(store, 'purge');
  const purging = createPurging({ store, clock: createMovableClock(systemClock), log: silentLog });
  for (let times = 0; times < 3; times += 1) purging.start();
  expect(purge).toHaveBeenCalledTimes(1);
  purging.close();
  await store.close();
});
