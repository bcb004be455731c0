import { refusal } from './refusal.ts';

/** A payment in a token of the caller's own. */
export const rejectedAsset = refusal({
  id: 'payment.rejected.asset',
  codes: ['PAYMENT_INVALID'],
  forge: ({ unfundedWallet }) => {
    const asset = unfundedWallet.address;
    return [
      { what: 'signed for another token', departure: { asset } },
      { what: 'in another token, for an offer of its own making,', departure: { asset, accepted: { asset } } },
    ];
  },
});
