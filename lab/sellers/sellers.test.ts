/** Healthy sellers on the official middlewares pass, with our facilitator and with the official one. */

import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { type Market, payTo, standard, startMarket } from './market.ts';
import { type RunningSeller, sellers } from './seller.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.close());

describe.each(sellers)(
  '$service.name on $name with the $facilitator facilitator',
  ({ start, service, facilitator }) => {
    let seller: RunningSeller;
    beforeAll(async () => {
      seller = await start({ service, payTo, facilitator: market.facilitators[facilitator] });
    });
    afterAll(() => seller.close());

    test.each([1, 2, 3])('is not accused with seed %i', async (seed) => {
      const { url } = seller;
      for (const level of ['free', 'paid'] as const) {
        const PAYER_KEY = await market.wallet();
        const { report } = await judgeSeller({ standard, url, seed, level, rpc: market.chain.url, env: { PAYER_KEY } });
        const odd = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
        expect(odd.map(({ rule, detail, actual }) => ({ rule, detail, actual }))).toEqual([]);
        expect(report.partial).toBeUndefined();
        expect(report.summary.pass).toBeGreaterThan(level === 'free' ? 15 : 25);
        // The wallet has paid what the report says.
        const left = await market.chain.balance(privateKeyToAccount(PAYER_KEY as `0x${string}`).address);
        expect(Number(10_000_000n - left) / 1e6).toBeCloseTo(Number(report.summary.spent_usd), 6);
      }
    });
  },
);
