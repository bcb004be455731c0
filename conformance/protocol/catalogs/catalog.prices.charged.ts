import { chargeOf } from '../../account/charge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { pairsOf } from '../../rates/counted-calls.ts';
import { judgePriceLists } from '../../rates/price-lists.ts';

/** Wherever the entries of a catalog list what an image, a second or a text costs, every entry lists what is charged. */
export const pricesCharged: ProtocolCheck = {
  id: 'catalog.prices.charged',
  check: (run) =>
    judgePriceLists(run, {
      name: 'charges',
      isStated: false, // account-media-prices
      countedOf: (operation) => (operation.auth === 'key' ? pairsOf(run, operation) : undefined),
      async differenceOf({ calls }) {
        const [low, high] = await Promise.all(calls.map((call) => chargeOf(run, call)));
        return low && high?.usd.sub(low.usd);
      },
    }),
};
