import Fraction from 'fraction.js';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { pairsOf } from '../../rates/counted-calls.ts';
import { judgePriceLists } from '../../rates/price-lists.ts';

/** Wherever the entries of a catalog list what an image, a second or a text costs, every entry lists what it is quoted for. */
export const pricesQuoted: ProtocolCheck = {
  id: 'catalog.prices.quoted',
  check: (run) =>
    judgePriceLists(run, {
      name: 'quotes',
      isStated: true,
      countedOf: (operation) => (operation.auth === 'payment' ? pairsOf(run, operation) : undefined),
      async differenceOf({ calls }) {
        const quotes = await Promise.all(calls.map(async (call) => quoteOf(run, await answerCacheOf(run).send(call))));
        const [low, high] = quotes;
        return low === undefined || high === undefined ? undefined : new Fraction(high - low, 1_000_000n);
      },
    }),
};
