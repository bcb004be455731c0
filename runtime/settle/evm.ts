/**
 * Settles payments of scheme `exact` on an EVM chain, from your own account over JSON-RPC.
 *
 * It needs the optional peer `viem`.
 */

import type { Hex } from 'viem';
import { silentLog } from '../logging/log.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import { type ChainSettler, createChainSettler } from './chain/chain-settler.ts';
import type { ChainOptions } from './chain/options.ts';
import { createPulse } from './chain/pulse.ts';
import { openAccount, requireGas } from './evm/account.ts';
import { createBroadcast } from './evm/broadcast.ts';
import { ChainReader } from './evm/chain-reader.ts';
import { contractGas } from './evm/contract-calls.ts';
import { createNode } from './evm/node.ts';
import { createSender } from './evm/sender.ts';
import { hasMoved, isByContract, transferCall, tryTransfer } from './evm/token.ts';

/** How to settle payments of one network from your own account. */
export interface EvmSettlerOptions extends ChainOptions {
  /** Private key of the account that sends transactions and pays for their gas, in hexadecimal with `0x`. */
  readonly key: string;
  /** Looks after which a transaction that is in no block is sent again with higher fees; 10 by default. */
  readonly resend?: number;
  /** Transactions that wait for a block at the same time; 64 by default, since nodes keep no more for one account. */
  readonly inFlight?: number;
}

/** A settler with the account that pays for gas. */
export type EvmSettler = ChainSettler & { readonly account: string };

/** Maximum gas of a transfer whose payer signs with a key. */
const keyGas = 150_000n;

/** Creates a settler. Throws, before anything moves, when the node, the network, the asset or the account is wrong. */
export async function createEvmSettler(options: EvmSettlerOptions): Promise<EvmSettler> {
  const { network, confirmations = 1, poll = 1000, patience = 30, resend = 10, inFlight = 64 } = options;
  const { log = silentLog } = options;
  const account = openAccount(options.key);
  const { address } = account;
  const node = createNode(options.rpc);
  const reader = new ChainReader(node, network, confirmations);
  await reader.check();
  await requireGas(node, address, network.network);

  const pulse = createPulse(poll, (error) => log.warn({ reason: String(error) }, 'chain'));
  const broadcast = createBroadcast(node, account, Number(network.network.replace('eip155:', '')), log);
  const sender = createSender({ node, address, broadcast, confirmations, resend, inFlight, pulse });

  async function attempt(payment: Payment): Promise<Settlement | undefined> {
    const call = { to: payment.asset as Hex, data: transferCall(payment) };
    const tried = await tryTransfer(node, payment, address);
    if ('refused' in tried) return failedUnlessUsed(payment, tried.refused);
    const receipt = await sender.send({ ...call, gas: isByContract(payment.proof) ? contractGas.transfer : keyGas });
    if (receipt === 'displaced') return undefined;
    const { transactionHash: txHash } = receipt;
    if (!hasMoved(receipt.logs, payment)) return failedUnlessUsed(payment, `Transaction ${txHash} was reverted.`);
    // A reorganization may have dropped the block of the receipt in the meantime.
    return (await reader.isUsed(payment)) ? { outcome: 'settled', txHash } : undefined;
  }

  /** Any account may send an authorization. If ours is refused, the transaction of another account may have used it. */
  async function failedUnlessUsed(payment: Payment, reason: string): Promise<Settlement | undefined> {
    return (await reader.end(payment)) ? undefined : { outcome: 'failed', reason };
  }

  const where = `${network.network} through ${new URL(options.rpc).host}, from ${address}, which pays for gas`;
  return { ...createChainSettler({ where, reader, pulse, attempt, patience, log }), account: address };
}
