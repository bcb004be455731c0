/** Reads payments, wallets and signatures from an EVM chain. It sends nothing. */

import { decodeFunctionResult, encodeFunctionData, type Hex, isAddress, parseAbi, toHex } from 'viem';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment, Settlement } from '../../operation/payment.ts';
import type { IsSigner } from '../../payment/evm/verify-authorization.ts';
import type { PaymentReader } from '../chain/chain-settler.ts';
import { contractGas } from './contract-calls.ts';
import type { EvmNode } from './node.ts';
import { findUse } from './search.ts';
import { tokenAbi, tryTransfer } from './token.ts';

const walletAbi = parseAbi(['function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)']);

/** Result of `isValidSignature` for a signature that it accepts (EIP-1271). */
const accepted = '0x1626ba7e';

/** Reads the asset of one network. */
export class ChainReader implements PaymentReader {
  readonly #node: EvmNode;
  readonly #network: string;
  readonly #token: Hex;
  readonly #confirmations: number;

  constructor(node: EvmNode, { network, asset }: NetworkDefinition, confirmations: number) {
    this.#node = node;
    this.#network = network;
    this.#token = asset as Hex;
    this.#confirmations = confirmations;
  }

  /** Throws an error that says what to do when the node does not answer, or is on the wrong chain. */
  async check(): Promise<void> {
    const [id, code] = await Promise.all([
      this.#node.request({ method: 'eth_chainId' }),
      this.#node.request({ method: 'eth_getCode', params: [this.#token, 'latest'] }),
    ]).catch(() => {
      throw new Error(`The node of ${this.#network} cannot be asked. Check its URL, and that it runs.`);
    });
    const found = `eip155:${Number(id)}`;
    if (found !== this.#network) throw new Error(`The node is on ${found}, not on ${this.#network}.`);
    if (!code || code === '0x') throw new Error(`There is no contract at ${this.#token} on ${this.#network}.`);
  }

  /** Whether the authorization of a payment was used or cancelled, by the newest block. */
  async isUsed({ payer, nonce }: Payment): Promise<boolean> {
    const args = [payer as Hex, nonce as Hex] as const;
    const data = await this.#ask(encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args }));
    return decodeFunctionResult({ abi: tokenAbi, functionName: 'authorizationState', data });
  }

  async balance(wallet: string): Promise<bigint> {
    if (!isAddress(wallet, { strict: false })) return 0n;
    const data = await this.#ask(encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [wallet] }));
    return decodeFunctionResult({ abi: tokenAbi, functionName: 'balanceOf', data });
  }

  async end(payment: Payment, { untilExpired = false } = {}): Promise<Settlement | undefined> {
    if (!(await this.isUsed(payment))) {
      if (!untilExpired || !(await this.#hasExpired(payment))) return undefined;
      return { outcome: 'failed', reason: 'The authorization has expired and was not used.' };
    }
    const use = await findUse(this.#node, payment);
    if (!use) return { outcome: 'unknown', reason: 'The authorization was used, and the node does not say where.' };
    const { txHash, block, moved } = use;
    if (block > (await this.#depth()))
      return { outcome: 'unknown', reason: `Transaction ${txHash} is not confirmed yet.` };
    if (moved) return { outcome: 'settled', txHash };
    return { outcome: 'failed', reason: `The authorization was used up in ${txHash}, which moved something else.` };
  }

  async refusal(payment: Payment): Promise<string | undefined> {
    const tried = await tryTransfer(this.#node, payment);
    if (!('refused' in tried)) return undefined;
    const end = await this.end(payment);
    return end && end.outcome !== 'failed' ? undefined : tried.refused;
  }

  readonly isSigner: IsSigner = async (wallet, digest, signature) => {
    const data = encodeFunctionData({ abi: walletAbi, args: [toHex(digest), signature as Hex] });
    const called = await this.#node.callContract(wallet as Hex, {
      to: wallet as Hex,
      data,
      gas: contractGas.signature,
    });
    return 'data' in called && called.data.length === 66 && called.data.startsWith(accepted);
  };

  async #ask(data: Hex): Promise<Hex> {
    const called = await this.#node.call(this.#token, data);
    if ('refused' in called) throw new Error(`${this.#token} on ${this.#network} is not the asset: ${called.refused}`);
    return called.data;
  }

  /** The newest block that is deep enough in the chain; negative where there is none. */
  async #depth(): Promise<bigint> {
    return (await this.#node.head()) - BigInt(this.#confirmations - 1);
  }

  /** Whether a payment has expired unused, by the newest block that is deep enough. */
  async #hasExpired(payment: Payment): Promise<boolean> {
    const depth = await this.#depth();
    if (depth < 0n || (await this.#node.timeOf(depth)) < payment.validBefore) return false;
    return !(await this.isUsed(payment));
  }
}
