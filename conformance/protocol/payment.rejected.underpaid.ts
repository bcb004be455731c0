import { refusal } from './refusal.ts';

/** One micro-USDC less than quoted, with the offer left alone and with the offer changed to match. */
export const rejectedUnderpaid = refusal({
  id: 'payment.rejected.underpaid',
  codes: ['PAYMENT_INVALID'],
  forge: ({ amount }) => {
    const value = String(amount - 1n);
    return [
      { what: 'of one micro-USDC less than quoted', departure: { authorization: { value } } },
      {
        what: 'of one micro-USDC less than quoted, for an offer of its own making,',
        departure: { authorization: { value }, accepted: { amount: value } },
      },
    ];
  },
});
