/** The contract that holds deposits and settles authorizations in batches. */

import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddress,
  parseAbi,
  parseSignature,
  serializeSignature,
  toHex,
} from 'viem';
import type { Micro } from '../../money/usd.ts';
import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import { transferDigest } from '../../payment/evm/typed-data.ts';
import { separatorOf } from '../../payment/evm/verify-authorization.ts';
import type { EvmNode } from '../evm/node.ts';

/** The functions of the contract that settlement uses. */
export const batchAbi = parseAbi([
  'struct Authorization { address from; address to; uint256 value; uint256 validAfter; uint256 validBefore; bytes32 nonce; bytes signature; }',
  'function token() view returns (address)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function balanceOf(address) view returns (uint256)',
  'function settledAs(address, bytes32) view returns (bytes32)',
  'function flawOf(Authorization each) view returns (string)',
  'function settleBatch(Authorization[] batch)',
]);

/** The use of a payer's nonce: none, this payment, or another one. */
export type Use = 'unused' | 'settled' | 'other';

/** The contract of one network. */
export interface BatchWallet {
  readonly address: Hex;
  /** Throws an error that says what is wrong with the contract. */
  check(): Promise<void>;
  deposit(payer: string): Promise<Micro>;
  /** Hash that identifies an authorization. */
  digest(payment: Payment): Hex;
  /** The use at a block, or at the newest one. */
  use(payment: Payment, block?: bigint): Promise<Use>;
  /** Why a payment would not settle now; undefined where it would. */
  flaw(payment: Payment): Promise<string | undefined>;
  /** The call that settles payments. */
  batch(payments: readonly Payment[]): Hex;
}

const unused = toHex(0, { size: 32 });

/** Opens the contract that payments of a network are signed to. */
export function openBatchWallet(node: EvmNode, network: NetworkDefinition): BatchWallet {
  const { asset, domain } = network;
  const [address, separator] = [domain?.verifyingContract as Hex | undefined, separatorOf(network)];
  if (!address || !separator)
    throw new Error(`Payments on ${network.network} are not signed to a contract of batches.`);

  async function ask(data: Hex, block?: bigint): Promise<Hex> {
    const tag = block === undefined ? 'latest' : toHex(block);
    return node.request({ method: 'eth_call', params: [{ to: address, data }, tag] });
  }

  const digest = (payment: Payment): Hex => {
    const { payer, payTo, amount, nonce } = payment;
    const [validAfter, validBefore] = [BigInt(payment.validAfter), BigInt(payment.validBefore)];
    return toHex(transferDigest(separator, { from: payer, to: payTo, value: amount, validAfter, validBefore, nonce }));
  };

  return {
    address,
    digest,
    async check() {
      const code = await node.request({ method: 'eth_getCode', params: [address, 'latest'] });
      if (!code || code === '0x') throw new Error(`There is no contract at ${address} on ${network.network}.`);
      const [own, token] = await Promise.all(
        (['DOMAIN_SEPARATOR', 'token'] as const).map(async (functionName) => {
          const data = await ask(encodeFunctionData({ abi: batchAbi, functionName })).catch(() => '0x' as const);
          return data === '0x' ? '0x' : decodeFunctionResult({ abi: batchAbi, functionName, data });
        }),
      );
      if (own !== toHex(separator) || token?.toLowerCase() !== asset.toLowerCase())
        throw new Error(`The contract ${address} on ${network.network} does not settle batches of ${asset}.`);
    },
    async deposit(payer) {
      if (!isAddress(payer, { strict: false })) return 0n;
      const data = encodeFunctionData({ abi: batchAbi, functionName: 'balanceOf', args: [payer] });
      return decodeFunctionResult({ abi: batchAbi, functionName: 'balanceOf', data: await ask(data) });
    },
    async use(payment, block) {
      const args = [payment.payer as Hex, payment.nonce as Hex] as const;
      const data = await ask(encodeFunctionData({ abi: batchAbi, functionName: 'settledAs', args }), block);
      const found = decodeFunctionResult({ abi: batchAbi, functionName: 'settledAs', data });
      return found === unused ? 'unused' : found === digest(payment) ? 'settled' : 'other';
    },
    async flaw(payment) {
      const args = [authorizationOf(payment)] as const;
      const data = await ask(encodeFunctionData({ abi: batchAbi, functionName: 'flawOf', args }));
      return decodeFunctionResult({ abi: batchAbi, functionName: 'flawOf', data }) || undefined;
    },
    batch: (payments) =>
      encodeFunctionData({ abi: batchAbi, functionName: 'settleBatch', args: [payments.map(authorizationOf)] }),
  };
}

function authorizationOf({ payer, payTo, amount, validAfter, validBefore, nonce, proof }: Payment) {
  const { r, s, yParity } = parseSignature(proof.signature as Hex);
  return {
    // Payments on EVM networks have addresses and hexadecimal identifiers, which their verification has checked.
    from: payer as Hex,
    to: payTo as Hex,
    value: amount,
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce: nonce as Hex,
    // Signers write the parity in two ways, and contracts accept only one.
    signature: serializeSignature({ r, s, v: BigInt(27 + yParity) }),
  };
}
