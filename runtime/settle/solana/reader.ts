/** Reads payments and wallets from Solana. It sends nothing. */

import { address, isAddress } from '@solana/addresses';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment, Settlement } from '../../operation/payment.ts';
import { tokenProgram } from '../../payment/svm/programs.ts';
import { tokenAccount } from '../../payment/svm/token-account.ts';
import type { PaymentReader } from '../chain/chain-settler.ts';
import type { SolanaNode, Status } from './node.ts';
import type { FeePayer } from './transaction.ts';

/** Offset of the amount in an SPL token account: after its mint and its owner. */
const amountAt = 64;

/** Bytes of a mint account, and the offset of its decimals. */
const mintSize = 82;
const decimalsAt = 44;

/** Reads the token of one network. */
export class SolanaReader implements PaymentReader {
  readonly #node: SolanaNode;
  readonly #network: NetworkDefinition;
  readonly #feePayer: FeePayer;
  readonly #confirmations: number;

  constructor(node: SolanaNode, network: NetworkDefinition, feePayer: FeePayer, confirmations: number) {
    this.#node = node;
    this.#network = network;
    this.#feePayer = feePayer;
    this.#confirmations = confirmations;
  }

  /** Throws an error that says what to do when the node, its chain, the token or an account is wrong. */
  async check(payTo: string): Promise<void> {
    const { network, asset } = this.#network;
    const { address: settler } = this.#feePayer;
    await requireChain(this.#node, network);
    await requireToken(this.#node, this.#network);
    if ((await this.#holding(payTo)) === undefined)
      throw new Error(`The payee ${payTo} has no token account for ${asset} on ${network}: create it first.`);
    if ((await this.#node.lamports(settler)) === 0)
      throw new Error(`The settler ${settler} has nothing on ${network} to pay fees with.`);
  }

  async balance(wallet: string): Promise<bigint> {
    return (isAddress(wallet) && (await this.#holding(wallet))) || 0n;
  }

  isDeep({ isConfirmed, confirmations: after }: Status): boolean {
    return isConfirmed && (after === null || after >= this.#confirmations - 1);
  }

  /** Whether no further block can contain the transaction of a payment. */
  async hasExpired({ proof: { lastHeight } }: Payment): Promise<boolean> {
    // A payment that names a block of the embedded ledger is valid on no chain.
    return lastHeight === undefined || (await this.#node.height('finalized')) > BigInt(lastHeight);
  }

  async end(payment: Payment, { untilExpired = false } = {}): Promise<Settlement | undefined> {
    const { signature } = this.#feePayer.complete(payment);
    // The height is read first: a transaction that is missing after its last possible block will never appear.
    const isOver = untilExpired && (await this.hasExpired(payment));
    const [status] = await this.#node.statuses([signature]);
    if (!status) return isOver ? { outcome: 'failed', reason: 'No block has the transaction in time.' } : undefined;
    if (!this.isDeep(status)) return { outcome: 'unknown', reason: `Transaction ${signature} is not confirmed yet.` };
    if (status.err === null) return { outcome: 'settled', txHash: signature };
    return { outcome: 'failed', reason: `Transaction ${signature} failed: ${JSON.stringify(status.err)}` };
  }

  async refusal(payment: Payment): Promise<string | undefined> {
    const refused = await this.#node.simulate(this.#feePayer.complete(payment).wire);
    if (refused === undefined) return undefined;
    const end = await this.end(payment);
    return end && end.outcome !== 'failed' ? undefined : refused;
  }

  /** Units of the token that a wallet has; undefined where it has no token account. */
  async #holding(wallet: string): Promise<bigint | undefined> {
    const account = await this.#node.account(await tokenAccount(address(wallet), address(this.#network.asset)));
    return account?.owner === tokenProgram ? account.data.readBigUInt64LE(amountAt) : undefined;
  }
}

async function requireChain(node: SolanaNode, network: string): Promise<void> {
  const genesis = await node.genesis().catch(() => {
    throw new Error(`The node of ${network} cannot be asked. Check its URL, and that it runs.`);
  });
  // CAIP-2 names a chain by the first 32 characters of that hash.
  const found = `solana:${genesis.slice(0, 32)}`;
  if (found !== network) throw new Error(`The node is on ${found}, not on ${network}.`);
}

async function requireToken(node: SolanaNode, { network, asset, decimals }: NetworkDefinition): Promise<void> {
  const account = await node.account(asset);
  if (account?.owner !== tokenProgram || account.data.length !== mintSize)
    throw new Error(`There is no SPL token at ${asset} on ${network}.`);
  if (account.data[decimalsAt] !== decimals)
    throw new Error(`The token ${asset} has ${account.data[decimalsAt]} decimals, not ${decimals}.`);
}
