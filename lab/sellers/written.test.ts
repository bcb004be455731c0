/** Healthy sellers on the official middlewares pass by a specification that is written for them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { type Market, payTo, startMarket } from './market.ts';
import { type RunningSeller, sellers } from './seller.ts';
import { contractOf } from './written.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.close());

describe.each(sellers)(
  '$service.name on $name with the $facilitator facilitator',
  ({ start, service, facilitator }) => {
    let seller: RunningSeller;
    let contract: Contract;
    beforeAll(async () => {
      seller = await start({ service, payTo, facilitator: market.facilitators[facilitator] });
      contract = await contractOf(service, payTo);
    });
    afterAll(() => seller.close());

    test.each([1, 2, 3])('is not accused by its specification with seed %i', async (seed) => {
      const target = { contract, host: service.name, url: seller.url, seed, rpc: market.chain.url };
      for (const level of ['free', 'paid'] as const) {
        const { results, summary, partial } = await conform({
          ...target,
          ...{ level, maxSpend: '1', env: { PAYER_KEY: await market.wallet(), OTHER_KEY: await market.wallet() } },
        });
        const odd = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
        expect(odd.map(({ rule, detail, actual }) => ({ rule, detail, actual }))).toEqual([]);
        expect(partial).toBeUndefined();
        expect(summary.pass).toBeGreaterThan(level === 'free' ? 15 : 25);
      }
    });
  },
);
