/** Healthy sellers on the official middleware of Next.js pass, with our facilitator and with the official one. */

import { afterAll, test } from 'vitest';
import { installNext } from './next.ts';
import { sellersOn } from './seller.ts';
import { testHealthy } from './testing/healthy-suite.ts';

const installed = await installNext();

if (typeof installed === 'string') {
  // What is logged appears only where tests fail.
  process.stderr.write(`${installed}\n`);
  test.skip('is not installed: the registry does not have it');
} else {
  testHealthy(sellersOn({ next: installed.start }));
  afterAll(() => installed.remove());
}
