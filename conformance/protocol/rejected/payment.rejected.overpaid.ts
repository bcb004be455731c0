import { refusal } from './refusal.ts';

/** An overpayment accepted in silence takes more than was quoted. */
export const rejectedOverpaid = refusal({
  id: 'payment.rejected.overpaid',
  codes: ['PAYMENT_INVALID'],
  forge: (context) => {
    const amount = context.amount + 1n;
    return [
      { what: 'of one micro-USDC more than quoted', departure: { amount } },
      {
        what: 'of one micro-USDC more than quoted, with a forged offer,',
        departure: { amount, accepted: { amount: String(amount) } },
      },
    ];
  },
});
