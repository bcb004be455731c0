import { refusal, refusalCodes } from './refusal.ts';

/** The priority fee of a payment is the payer's wish and the fee payer's loss. */
export const rejectedComputePrice = refusal({
  id: 'payment.rejected.compute-price',
  codes: refusalCodes,
  forge: () => [
    { what: 'at 100 lamports for a compute unit', departure: { solana: { unitPrice: 100_000_000n } } },
    { what: 'at the highest price that can be written', departure: { solana: { unitPrice: 2n ** 64n - 1n } } },
  ],
});
