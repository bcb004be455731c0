import { expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { startProxy } from '#lab/toolkit/proxy.ts';
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

test('a network that cuts connections causes neither an accusation nor an error', async () => {
  const gateway = await startGateway({ host: 'base', port: 0 });
  let requests = 0;
  const network = await startProxy(gateway.url, async (request, forward) => {
    requests += 1;
    const cut = requests % 40;
    // The header is the one that the caller sent, so that quotes name the address that was called.
    const response = await forward({ ...request, headers: { ...request.headers, host: new URL(network.url).host } });
    if (cut === 0) return { ...response, lost: true };
    return cut === 20 ? { ...response, body: response.body.slice(0, 10), truncated: true } : response;
  });
  try {
    const { summary, results } = await conform({
      ...{ contract: 'generated/contracts/base.json', host: 'base', url: network.url, level: 'free', env: {} },
      maxRequests: 1000,
    });
    expect(requests).toBeGreaterThan(500);
    const wrong = results.filter(({ verdict, tier }) => (verdict === 'fail' && tier === 'must') || verdict === 'error');
    expect(wrong.map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([]);
    expect(summary.pass).toBeGreaterThan(700);
  } finally {
    await network.close();
    await gateway.close();
  }
});
