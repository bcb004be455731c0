import { refusal } from './refusal.ts';

/**
 * A wrapped signature (EIP-6492) names a call that would make its wallet, and the payer chooses that call.
 *
 * The wallet that is debited is one of a key that has not signed, so no call makes the payment valid.
 */
export const rejectedWrapped = refusal({
  id: 'payment.rejected.wrapped',
  codes: ['PAYMENT_INVALID'],
  forge: ({ payer, unfundedWallet }) => [
    {
      what: 'signed by another wallet, with a call that would make its payer (EIP-6492),',
      signer: unfundedWallet,
      departure: { payer: payer.address, evm: { wrapped: true } },
    },
  ],
});
