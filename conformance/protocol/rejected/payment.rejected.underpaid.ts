import { refusal } from './refusal.ts';

/** One micro-USDC less than quoted, with the offer left alone and with the offer changed to match. */
export const rejectedUnderpaid = refusal({
  id: 'payment.rejected.underpaid',
  codes: ['PAYMENT_INVALID'],
  forge: (context) => {
    const amount = context.amount - 1n;
    return [
      { what: 'of one micro-USDC less than quoted', departure: { amount } },
      {
        what: 'of one micro-USDC less than quoted, with a forged offer,',
        departure: { amount, accepted: { amount: String(amount) } },
      },
    ];
  },
});
