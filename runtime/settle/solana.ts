/**
 * Settles payments of scheme `exact` on Solana, with your own fee payer over JSON-RPC.
 *
 * It needs the optional peers `@solana/addresses`, `@solana/transaction-messages` and `@solana/transactions`.
 */

import { silentLog } from '../logging/log.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { Blocks } from '../payment/svm/blocks.ts';
import { type ChainSettler, createChainSettler } from './chain/chain-settler.ts';
import type { ChainOptions } from './chain/options.ts';
import { createPulse } from './chain/pulse.ts';
import { createChainBlocks } from './solana/blocks.ts';
import { createNode } from './solana/node.ts';
import { SolanaReader } from './solana/reader.ts';
import { createSender } from './solana/sender.ts';
import { openFeePayer } from './solana/transaction.ts';

/** How to settle payments of one network with your own account that pays their fees. */
export interface SolanaSettlerOptions extends ChainOptions {
  /** Secret key of that account: 64 bytes in base58, or as a JSON array. */
  readonly key: string;
  /** Wallet of the payee. Its token account must exist. */
  readonly payTo: string;
  /** Looks after which a transaction that is in no block is sent again; 2 by default. */
  readonly resend?: number;
}

/** A settler with the account that pays fees, and the blocks that payers sign over. */
export type SolanaSettler = ChainSettler & { readonly feePayer: string; readonly blocks: Blocks };

/** Creates a settler. Throws, before anything moves, when the node, the network, the token or an account is wrong. */
export async function createSolanaSettler(options: SolanaSettlerOptions): Promise<SolanaSettler> {
  const { network, payTo, confirmations = 1, poll = 1000, patience = 30, resend = 2, log = silentLog } = options;
  const feePayer = openFeePayer(options.key);
  const node = createNode(options.rpc);
  const reader = new SolanaReader(node, network, feePayer, confirmations);
  await reader.check(payTo);
  const blocks = await createChainBlocks(node, log);
  const pulse = createPulse(poll, (error) => log.warn({ reason: String(error) }, 'chain'));
  const sender = createSender(node, reader, { pulse, resend, log });

  /**
   * Only the fee payer can complete a transaction, so one that would fail and was never sent has failed for good.
   *
   * One that may have been sent has failed once its last block is final.
   */
  async function attempt(payment: Payment, isAgain: boolean): Promise<Settlement | undefined> {
    const transaction = feePayer.complete(payment);
    const refused = await node.simulate(transaction.wire);
    if (refused === undefined) await sender.send(transaction, payment);
    else if (!isAgain) return (await reader.end(payment)) ? undefined : { outcome: 'failed', reason: refused };
    const end = await reader.end(payment, { untilExpired: true });
    if (end?.outcome === 'settled' || end?.outcome === 'failed') return end;
    await pulse.beat();
    return undefined;
  }

  const where = `${network.network} through ${new URL(options.rpc).host}, from ${feePayer.address}, which pays the fees`;
  const settler = createChainSettler({ where, reader, pulse, attempt, patience, log });
  return {
    ...settler,
    feePayer: feePayer.address,
    blocks,
    async close() {
      blocks.close();
      await settler.close();
    },
  };
}
