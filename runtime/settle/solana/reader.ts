/** Reads payments and wallets from Solana. It sends nothing. */

import { address, isAddress } from '@solana/addresses';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import { tokenProgram } from '../../payment/svm/programs.ts';
import { tokenAccount } from '../../payment/svm/token-account.ts';
import type { PaymentReader } from '../chain/chain-settler.ts';
import type { SolanaNode, Status } from './node.ts';
import type { FeePayer } from './transaction.ts';

/** Reads Solana. */
export interface SolanaReader extends PaymentReader {
  /** Throws an error that says what to do when the node, its chain, the token or an account is wrong. */
  check(payTo: string): Promise<void>;
  isDeep(status: Status): boolean;
  /** Whether no further block can contain the transaction of a payment. */
  hasExpired(payment: Payment): Promise<boolean>;
}

/** Offset of the amount in an SPL token account: after its mint and its owner. */
const amountAt = 64;

/** Creates the reader of the token of one network. */
export function createSolanaReader(
  node: SolanaNode,
  { network, asset, decimals }: NetworkDefinition,
  feePayer: FeePayer,
  confirmations: number,
): SolanaReader {
  const mint = address(asset);

  async function holding(wallet: string): Promise<bigint | undefined> {
    const account = await node.account(await tokenAccount(address(wallet), mint));
    return account?.owner === tokenProgram ? account.data.readBigUInt64LE(amountAt) : undefined;
  }

  async function requireChain(): Promise<void> {
    const genesis = await node.genesis().catch(() => {
      throw new Error(`The node of ${network} cannot be asked. Check its URL, and that it runs.`);
    });
    // CAIP-2 names a chain by the first 32 characters of that hash.
    const found = `solana:${genesis.slice(0, 32)}`;
    if (found !== network) throw new Error(`The node is on ${found}, not on ${network}.`);
  }

  async function requireToken(): Promise<void> {
    const account = await node.account(asset);
    if (account?.owner !== tokenProgram || account.data.length !== mintSize)
      throw new Error(`There is no SPL token at ${asset} on ${network}.`);
    if (account.data[decimalsAt] !== decimals)
      throw new Error(`The token ${asset} has ${account.data[decimalsAt]} decimals, not ${decimals}.`);
  }

  const reader: SolanaReader = {
    async check(payTo) {
      await requireChain();
      await requireToken();
      if ((await holding(payTo)) === undefined)
        throw new Error(`The payee ${payTo} has no token account for ${asset} on ${network}: create it first.`);
      if ((await node.lamports(feePayer.address)) === 0)
        throw new Error(`The settler ${feePayer.address} has nothing on ${network} to pay fees with.`);
    },
    balance: async (wallet) => (isAddress(wallet) && (await holding(wallet))) || 0n,
    isDeep: ({ isConfirmed, confirmations: after }) => isConfirmed && (after === null || after >= confirmations - 1),
    async hasExpired({ proof: { lastHeight } }) {
      // A payment that names a block of the embedded ledger is valid on no chain.
      return lastHeight === undefined || (await node.height('finalized')) > BigInt(lastHeight);
    },
    async end(payment, { untilExpired = false } = {}) {
      const { signature } = feePayer.complete(payment);
      // The height is read first: a transaction that is missing after its last possible block will never appear.
      const isOver = untilExpired && (await reader.hasExpired(payment));
      const [status] = await node.statuses([signature]);
      if (!status) return isOver ? { outcome: 'failed', reason: 'No block has the transaction in time.' } : undefined;
      if (!reader.isDeep(status))
        return { outcome: 'unknown', reason: `Transaction ${signature} is not confirmed yet.` };
      if (status.err === null) return { outcome: 'settled', txHash: signature };
      return { outcome: 'failed', reason: `Transaction ${signature} failed: ${JSON.stringify(status.err)}` };
    },
    async refusal(payment) {
      const refused = await node.simulate(feePayer.complete(payment).wire);
      if (refused === undefined) return undefined;
      const end = await reader.end(payment);
      return end && end.outcome !== 'failed' ? undefined : refused;
    },
  };
  return reader;
}

/** Bytes of a mint account, and the offset of its decimals. */
const mintSize = 82;
const decimalsAt = 44;
