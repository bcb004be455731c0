import { refusal } from './refusal.ts';

/** A payment to another recipient, such as a wallet of the caller. */
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
