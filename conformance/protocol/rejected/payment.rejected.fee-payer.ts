import { refusal, refusalCodes } from './refusal.ts';

/** Whoever is named to pay the fee has to sign, so that a payment in the name of another is never sent. */
export const rejectedFeePayer = refusal({
  id: 'payment.rejected.fee-payer',
  codes: refusalCodes,
  forge: ({ unfundedWallet, offer }) => [
    { what: 'whose fee somebody else has to pay', departure: { solana: { feePayer: unfundedWallet.address } } },
    {
      what: 'whose fee somebody else has to pay, for an offer of its own making,',
      departure: {
        solana: { feePayer: unfundedWallet.address },
        accepted: { extra: { ...Object(offer.extra), feePayer: unfundedWallet.address } },
      },
    },
  ],
});
