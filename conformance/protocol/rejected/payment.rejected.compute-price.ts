import { refusal, refusalCodes } from './refusal.ts';

/** The payer chooses the priority fee of a transaction, but the fee payer pays it. */
export const rejectedComputePrice = refusal({
  id: 'payment.rejected.compute-price',
  codes: refusalCodes,
  forge: () => [
    { what: 'with a compute unit price of 100 lamports', departure: { solana: { unitPrice: 100_000_000n } } },
    { what: 'with the highest possible compute unit price', departure: { solana: { unitPrice: 2n ** 64n - 1n } } },
  ],
});
