import { refusal } from './refusal.ts';

/** A payment to somebody else, such as to a wallet of the caller's own. */
export const rejectedRecipient = refusal({
  id: 'payment.rejected.recipient',
  codes: ['PAYMENT_INVALID'],
  forge: ({ unfundedWallet }) => {
    const payTo = unfundedWallet.address;
    return [
      { what: 'to another recipient', departure: { payTo } },
      { what: 'to another recipient, with a forged offer,', departure: { payTo, accepted: { payTo } } },
    ];
  },
});
