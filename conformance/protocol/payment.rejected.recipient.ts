import { refusal } from './refusal.ts';

/** A payment to somebody else, such as to a wallet of the caller's own. */
export const rejectedRecipient = refusal({
  id: 'payment.rejected.recipient',
  codes: ['PAYMENT_INVALID'],
  forge: ({ stranger }) => {
    const to = stranger.address;
    return [
      { what: 'to another recipient', departure: { authorization: { to } } },
      {
        what: 'to another recipient, for an offer of its own making,',
        departure: { authorization: { to }, accepted: { payTo: to } },
      },
    ];
  },
});
