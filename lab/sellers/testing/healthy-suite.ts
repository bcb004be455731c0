import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongByStandard, wrongBySpecification } from '../judged.ts';
import { type Market, payTo, startMarket } from '../market.ts';
import type { MarketSeller, RunningSeller } from '../seller.ts';

/** The tests that healthy sellers are accused of nothing, by the standard alone and by a specification of their own. */
export function testHealthy(sellers: readonly MarketSeller[]): void {
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

      test.each([1, 2, 3])('is not accused by the standard with seed %i', async (seed) => {
        expect(await wrongByStandard({ market, service, url: seller.url, seed })).toEqual([]);
      });

      test.each([1, 2, 3])('is not accused by its specification with seed %i', async (seed) => {
        expect(await wrongBySpecification({ market, service, url: seller.url, seed })).toEqual([]);
      });
    },
  );
}
