import { refusal } from './refusal.ts';

/** A good signature of the wrong wallet: recovering some signer is not enough. */
export const rejectedSigner = refusal({
  id: 'payment.rejected.signer',
  codes: ['PAYMENT_INVALID'],
  forge: ({ payer, unfundedWallet }) => [
    {
      what: 'signed by a wallet that is not its payer',
      signer: unfundedWallet,
      departure: { payer: payer.address },
    },
  ],
});
