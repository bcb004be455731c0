import { NotTestable } from '../../check/interruption.ts';
import { networkKind } from '../../wallet/networks.ts';
import { refusal, refusalCodes, stale } from './refusal.ts';

/** Why nothing is forged; `payment.rejected.blockhash-stale` judges old blocks. */
const takenForNew = 'The target takes a block that it has never seen for a new one.';

/** The documents name four causes and three codes, so any of the three is accepted. */
export const rejectedExpired = refusal({
  id: 'payment.rejected.expired',
  codes: refusalCodes,
  forge: ({ offer, now, exact, unknownBlock: blockhash }) => {
    if (networkKind(offer.network) !== 'solana') {
      const validBefore = exact ? now - 1 : now - 600;
      return [{ what: 'that has expired', departure: { evm: { validAfter: now - 1200, validBefore } } }];
    }
    if (blockhash === undefined) throw new NotTestable(takenForNew);
    const codes = [...refusalCodes, stale];
    return [{ what: 'whose blockhash is not a recent one', departure: { solana: { blockhash } }, codes }];
  },
});
