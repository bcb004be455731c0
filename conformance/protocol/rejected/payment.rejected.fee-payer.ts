import { refusal, refusalCodes } from './refusal.ts';

/** The fee payer has to sign a transaction, so a payment with another fee payer can never be sent. */
export const rejectedFeePayer = refusal({
  id: 'payment.rejected.fee-payer',
  codes: refusalCodes,
  forge: ({ unfundedWallet, offer }) => [
    { what: 'with another fee payer', departure: { solana: { feePayer: unfundedWallet.address } } },
    {
      what: 'with another fee payer and a forged offer',
      departure: {
        solana: { feePayer: unfundedWallet.address },
        accepted: { extra: { ...Object(offer.extra), feePayer: unfundedWallet.address } },
      },
    },
  ],
});
