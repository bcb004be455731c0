import { refusal } from './refusal.ts';

/** A valid payment of a wallet without USDC. */
export const rejectedUnfunded = refusal({
  id: 'payment.rejected.unfunded',
  codes: ['PAYMENT_UNFUNDED'],
  unfunded: true,
  forge: () => [{ what: 'from a wallet without funds', departure: {} }],
});
