/** Reads payments, wallets and signatures from an EVM chain. It sends nothing. */

import { decodeFunctionResult, encodeFunctionData, type Hex, isAddress, parseAbi, toHex } from 'viem';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import type { PaymentReader } from '../chain/chain-settler.ts';
import type { EvmNode } from './node.ts';
import { findUse } from './search.ts';
import { tokenAbi, transferCall } from './token.ts';

const walletAbi = parseAbi(['function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)']);

/** Result of `isValidSignature` for a signature that it accepts (EIP-1271). */
const accepted = '0x1626ba7e';

/** Reads an EVM chain. */
export interface ChainReader extends PaymentReader {
  /** Throws an error that says what to do when the node does not answer, or is on the wrong chain. */
  check(): Promise<void>;
  /** Whether the authorization of a payment was used or cancelled, by the newest block. */
  isUsed(payment: Payment): Promise<boolean>;
}

/** Creates the reader of the asset of one network. */
export function createChainReader(
  node: EvmNode,
  { network, asset }: NetworkDefinition,
  confirmations: number,
): ChainReader {
  const token = asset as Hex;

  async function isUsed({ payer, nonce }: Payment): Promise<boolean> {
    const args = [payer as Hex, nonce as Hex] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args });
    return decodeFunctionResult({ abi: tokenAbi, functionName: 'authorizationState', data: await answer(data) });
  }

  async function answer(data: Hex): Promise<Hex> {
    const called = await node.call(token, data);
    if ('refused' in called) throw new Error(`${token} on ${network} is not the asset: ${called.refused}`);
    return called.data;
  }

  /** Whether a payment has expired unused, by the newest block that is deep enough. */
  async function hasExpired(payment: Payment): Promise<boolean> {
    const depth = (await node.head()) - BigInt(confirmations - 1);
    if (depth < 0n || (await node.timeOf(depth)) < payment.validBefore) return false;
    return !(await isUsed(payment));
  }

  const reader: ChainReader = {
    isUsed,
    async check() {
      const { id, code } = await Promise.all([
        node.request({ method: 'eth_chainId' }),
        node.request({ method: 'eth_getCode', params: [token, 'latest'] }),
      ]).then(
        ([id, code]) => ({ id, code }),
        () => {
          throw new Error(`The node of ${network} cannot be asked. Check its URL, and that it runs.`);
        },
      );
      if (`eip155:${Number(id)}` !== network)
        throw new Error(`The node is on eip155:${Number(id)}, not on ${network}.`);
      if (!code || code === '0x') throw new Error(`There is no contract at ${asset} on ${network}.`);
    },
    async balance(wallet) {
      if (!isAddress(wallet, { strict: false })) return 0n;
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [wallet] });
      return decodeFunctionResult({ abi: tokenAbi, functionName: 'balanceOf', data: await answer(data) });
    },
    async end(payment, { untilExpired = false } = {}) {
      if (!(await isUsed(payment))) {
        if (!untilExpired || !(await hasExpired(payment))) return undefined;
        return { outcome: 'failed', reason: 'The authorization has expired and was not used.' };
      }
      const use = await findUse(node, payment);
      if (!use) return { outcome: 'unknown', reason: 'The authorization was used, and the node does not say where.' };
      if (use.block > (await node.head()) - BigInt(confirmations - 1))
        return { outcome: 'unknown', reason: `Transaction ${use.txHash} is not confirmed yet.` };
      if (use.moved) return { outcome: 'settled', txHash: use.txHash };
      return {
        outcome: 'failed',
        reason: `The authorization was used up in ${use.txHash}, which moved something else.`,
      };
    },
    async refusal(payment) {
      const tried = await node.call(token, transferCall(payment));
      if (!('refused' in tried)) return undefined;
      const end = await reader.end(payment);
      return end && end.outcome !== 'failed' ? undefined : tried.refused;
    },
    async isSigner(wallet, digest, signature) {
      const args = [toHex(digest), signature as Hex] as const;
      const data = encodeFunctionData({ abi: walletAbi, args });
      const called = await node.call(wallet as Hex, data);
      return 'data' in called && called.data.length === 66 && called.data.startsWith(accepted);
    },
  };
  return reader;
}
