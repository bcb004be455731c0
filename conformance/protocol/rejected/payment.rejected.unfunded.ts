import { refusal } from './refusal.ts';

/** An honest payment of a wallet that owns nothing. */
export const rejectedUnfunded = refusal({
  id: 'payment.rejected.unfunded',
  codes: ['PAYMENT_UNFUNDED'],
  unfunded: true,
  forge: () => [{ what: 'from a wallet without funds', departure: {} }],
});
