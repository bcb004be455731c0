import { networkKind } from '../../wallet/networks.ts';
import { refusal, refusalCodes, stale } from './refusal.ts';
import { unknownBlock } from './unknown-block.ts';

/** The documents name four causes and three codes, so any of the three is right. */
export const rejectedExpired = refusal({
  id: 'payment.rejected.expired',
  codes: refusalCodes,
  forge: ({ offer, now }) =>
    networkKind(offer.network) === 'solana'
      ? [
          {
            what: 'whose block is none of the recent ones',
            departure: { solana: { blockhash: unknownBlock() } },
            codes: [...refusalCodes, stale],
          },
        ]
      : [{ what: 'whose window had passed', departure: { evm: { validAfter: now - 1200, validBefore: now - 600 } } }],
});
