import { refusal } from './refusal.ts';

/** A payment in a token that was not offered. */
export const rejectedAsset = refusal({
  id: 'payment.rejected.asset',
  codes: ['PAYMENT_INVALID'],
  forge: ({ unfundedWallet }) => {
    const asset = unfundedWallet.address;
    return [
      { what: 'signed for another token', departure: { asset } },
      { what: 'in another token, with a forged offer,', departure: { asset, accepted: { asset } } },
    ];
  },
});
