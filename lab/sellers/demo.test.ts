import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { startMarket } from './market.ts';
import { middlewares } from './seller.ts';
import { services } from './services.ts';
test('demo', async () => {
  const market = await startMarket();
  for (const service of services) {
    const seller = await middlewares.hono({
      service,
      payTo: `0x${'40'.repeat(20)}`,
      facilitator: market.facilitators.official,
    });
    for (const level of ['free', 'paid']) {
      const { stdout, stderr } = await promisify(execFile)(
        'node',
        [
          'cli/main.ts',
          'conform',
          seller.url,
          '--x402',
          '--level',
          level,
          '--yes',
          '--report',
          `/tmp/x402-report-${service.name}-${level}`,
        ],
        { env: { ...process.env, PAYER_KEY: await market.wallet() } },
      ).catch((e) => e);
      console.log(stderr, stdout);
    }
    await seller.close();
  }
  await market.close();
});
