import { expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { startGateway } from '../start.ts';

/** Rules that a run at level free judges with at most so many requests, and the requests that it sends. */
async function judged(maxRequests?: number): Promise<{ readonly passed: number; readonly requests: number }> {
  const contract = await readContract('generated/contracts/base.json');
  // A gateway of its own: what an hourly limit leaves differs from run to run.
  const gateway = await startGateway({ host: 'base', port: 0 });
  try {
    const budget = maxRequests === undefined ? {} : { maxRequests };
    const { summary } = await conform({
      ...{ contract, host: 'base', url: gateway.url, level: 'free', env: {} },
      ...budget,
    });
    expect(summary).toMatchObject({ fail: 0, error: 0 });
    return { passed: summary.pass, requests: summary.requests };
  } finally {
    await gateway.close();
  }
}

test('few requests judge most of what a whole run at level free judges', async () => {
  const [first, thousand, whole] = [await judged(60), await judged(1000), await judged()];
  console.log('rules judged by 60 requests, by 1,000, and by a whole run', first, thousand, whole);
  expect(first.requests).toBeLessThanOrEqual(60);
  expect(first.passed).toBeGreaterThanOrEqual(150);
  expect(thousand.requests).toBeLessThanOrEqual(1000);
  expect(thousand.passed).toBeGreaterThanOrEqual(0.95 * whole.passed);
});
