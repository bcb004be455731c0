import { networkKind } from '../../wallet/networks.ts';
import { refusal, refusalCodes, stale } from './refusal.ts';
import { unknownBlock } from './unknown-block.ts';

/** The documents name four causes and three codes, so any of the three is accepted. */
export const rejectedExpired = refusal({
  id: 'payment.rejected.expired',
  codes: refusalCodes,
  forge: ({ offer, now }) =>
    networkKind(offer.network) === 'solana'
      ? [
          {
            what: 'whose blockhash is not a recent one',
            departure: { solana: { blockhash: unknownBlock() } },
            codes: [...refusalCodes, stale],
          },
        ]
      : [{ what: 'that has expired', departure: { evm: { validAfter: now - 1200, validBefore: now - 600 } } }],
});
