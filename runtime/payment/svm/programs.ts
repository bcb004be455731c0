/** Programs of Solana that payments call, and the limits of their instructions. */

import type { Address } from '@solana/addresses';

/** Moves SPL tokens. USDC belongs to it, not to Token-2022. */
export const tokenProgram: Address = program('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** Owns the one account that each wallet has for each token. */
export const tokenAccountProgram: Address = program('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** Limits what a transaction costs its fee payer. */
export const computeBudgetProgram: Address = program('ComputeBudget111111111111111111111111111111');

/** Records a text. */
export const memoProgram: Address = program('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Assertions with which some wallets guard what their users sign. */
export const lighthouseProgram: Address = program('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');

/** First byte of the data of the instructions that a payment consists of. */
export const opcodes = { transferChecked: 12, computeLimit: 2, computePrice: 3 } as const;

/** Micro-lamports that a payer may have the fee payer give for a compute unit: 5 lamports. */
export const highestUnitPrice = 5_000_000n;

/** Compute units that a payer may ask for; a transfer takes some 7,000. */
export const maxComputeUnits = 400_000;

/** A constant is an address without the check for which its package would be loaded. */
function program(text: string): Address {
  return text as Address;
}
