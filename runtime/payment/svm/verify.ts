/** Verifies a payment of scheme `exact` on Solana; the chain is asked for recent blocks only. */

import { createHash } from 'node:crypto';
import { address } from '@solana/addresses';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import type { ExactSvmPayload } from '../../x402/header.ts';
import { PaymentProblem, type PaymentRefusal } from '../../x402/refusal.ts';
import { lateness, type PaymentTerms } from '../../x402/terms.ts';
import type { Blocks } from './blocks.ts';
import { readTransfer } from './read-transfer.ts';
import { tokenAccount } from './token-account.ts';

/** Seconds by which the time of a block may be ahead. */
const clockSkew = 60;

/**
 * Lamports of a priority fee that are certainly worth less than the payment.
 *
 * A lamport is worth less than a micro-USDC as long as a SOL costs less than 1,000 USD. A payment of nothing is not sent.
 */
function highestPriorityFee(microUsdc: bigint): bigint {
  return microUsdc > 0n ? microUsdc : 1n;
}

/** The terms that a transaction has to match. */
export interface Terms {
  readonly network: NetworkDefinition;
  readonly expected: PaymentTerms;
  /** In the asset's smallest unit; undefined where any will do. */
  readonly amount: unknown;
  /** Seconds for which a block is recent. */
  readonly lifetime: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Verifies the transaction of a payment, which the payer has signed and the fee payer has not. */
export async function verifyTransaction(
  { transaction }: ExactSvmPayload,
  { network, expected, amount, lifetime, now }: Terms,
  blocks: Blocks,
): Promise<Payment | PaymentRefusal> {
  const transfer = readTransfer(transaction);
  if (typeof transfer === 'string') return { reason: 'unreadable', message: transfer };
  const { payer, feePayer, message } = transfer;

  if (feePayer !== expected.extra.feePayer)
    return { reason: 'terms', message: 'The fee payer of the transaction does not match.' };
  if (transfer.mint !== expected.asset)
    return { reason: 'asset', message: 'The asset of the transaction does not match.' };
  if (transfer.decimals !== network.decimals)
    return { reason: 'amount', message: 'The decimals of the transaction do not match.' };
  const mint = address(expected.asset);
  if (transfer.destination !== (await tokenAccount(address(expected.payTo), mint)))
    return { reason: 'payee', message: 'The transaction does not pay the expected payee.' };
  if (amount !== undefined && String(transfer.amount) !== amount)
    return { reason: 'amount', message: 'The transaction is not for the exact amount.' };
  if (transfer.priorityFee > highestPriorityFee(transfer.amount))
    return { reason: 'terms', message: 'The priority fee of the transaction is more than the call costs.' };
  // The ledger knows wallets, so that what moves has to be the payer's own.
  if (transfer.source !== (await tokenAccount(payer, mint)))
    return { reason: 'signature', message: "The source of the transfer is not the payer's token account." };
  if (!transfer.isSigned) return { reason: 'signature', message: 'The signature does not match the payer.' };

  const block = await blocks.find(transfer.blockhash, now).catch(() => {
    throw new PaymentProblem('settlement-unknown');
  });
  const { made = 0, lastHeight } = block ?? {};
  const validBefore = made + Math.min(lifetime, block?.lifetime ?? lifetime);
  if (!block || made > now + clockSkew) {
    return { reason: 'stale-block', message: 'The blockhash of the transaction is not recent.' };
  }
  // A lifetime that the chain names leaves out the time that its settlement needs.
  const maxSeconds = block.lifetime === undefined ? lifetime : 0;
  return {
    scheme: expected.scheme,
    network: expected.network,
    asset: expected.asset,
    payer,
    payTo: expected.payTo,
    amount: transfer.amount,
    // A wallet can sign one message in many ways, and a fee payer signs it too: the message is what settles once.
    nonce: createHash('sha256').update(message).digest('hex'),
    validAfter: made,
    validBefore,
    ...lateness('transaction', validBefore, { maxSeconds, now, identifies: amount === undefined }),
    proof: { transaction, ...(lastHeight !== undefined && { lastHeight: String(lastHeight) }) },
  };
}
