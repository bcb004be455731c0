import { refusal } from './refusal.ts';

/** A signature of the right form that no key has made for this payment. */
export const rejectedSignature = refusal({
  id: 'payment.rejected.signature',
  codes: ['PAYMENT_INVALID'],
  forge: () => [{ what: 'with a made-up signature', departure: { unsigned: true } }],
});
