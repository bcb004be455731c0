import { describe, expect, test } from 'vitest';
import { conform, planConform } from '../conform.ts';
import { shopContract } from '../testing/shop-contract.ts';

/** Nothing listens here: a plan that sent a request would fail. */
const nowhere = { contract: shopContract, host: shopContract.host.id, url: 'http://127.0.0.1:9', env: {} };

describe('the plan of a run', () => {
  test('has every rule and its requests, and sends none', async () => {
    const { rules, left, requests, sampling } = await planConform(nowhere);
    expect(left.size).toBe(0);
    expect(sampling.samples).toBe(Number.POSITIVE_INFINITY);
    expect(requests).toBeGreaterThan(rules.reduce((sum, each) => sum + each.requests, 0));
    expect(rules.some(({ shared }) => shared > 0)).toBe(true);
  });

  test('is the same each time', async () => {
    const shown = async () =>
      (await planConform({ ...nowhere, maxRequests: 20 })).rules.map(({ rule, requests }) => [rule.id, requests]);
    expect(await shown()).toEqual(await shown());
  });

  test.each([10, 15, 25, 60])('needs no more than %i requests where it may have so many', async (maxRequests) => {
    const { rules, left, requests } = await planConform({ ...nowhere, maxRequests });
    expect(requests).toBeLessThanOrEqual(maxRequests);
    const planned = new Set(rules.map(({ rule }) => rule.id));
    expect([...left].filter((id) => planned.has(id))).toEqual([]);
  });

  test('judges more rules with more requests', async () => {
    const counts: number[] = [];
    for (const maxRequests of [10, 15, 25, 60])
      counts.push((await planConform({ ...nowhere, maxRequests })).rules.length);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts[0]).toBeLessThan(counts.at(-1) ?? 0);
  });

  test('is made for level free only', async () => {
    await expect(conform({ ...nowhere, level: 'paid', maxRequests: 20 })).rejects.toThrow(
      'A budget of requests is planned at level free only.',
    );
  });
});
