import { refusal } from './refusal.ts';

/** An overpayment accepted in silence takes more than was quoted. */
export const rejectedOverpaid = refusal({
  id: 'payment.rejected.overpaid',
  codes: ['PAYMENT_INVALID'],
  forge: ({ amount }) => {
    const value = String(amount + 1n);
    return [
      { what: 'of one micro-USDC more than quoted', departure: { authorization: { value } } },
      {
        what: 'of one micro-USDC more than quoted, for an offer of its own making,',
        departure: { authorization: { value }, accepted: { amount: value } },
      },
    ];
  },
});
