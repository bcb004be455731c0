/** Calls of a token with EIP-3009, and the events of its transfers. */

import { encodeFunctionData, type Hex, parseAbi, parseEventLogs, parseSignature, type RpcLog } from 'viem';
import type { Payment } from '../../operation/payment.ts';
import { contractGas } from './contract-calls.ts';
import type { CallAnswer, EvmNode } from './node.ts';

/** The functions and events of USDC that settlement uses. */
export const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

const terms =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce' as const;
const byKey = parseAbi([`function transferWithAuthorization(${terms}, uint8 v, bytes32 r, bytes32 s)`]);
const byContract = parseAbi([`function transferWithAuthorization(${terms}, bytes signature)`]);

/** The call that moves the funds of a payment. Signatures of keys and of contracts have different overloads. */
export function transferCall({ payer, payTo, amount, validAfter, validBefore, nonce, proof }: Payment): Hex {
  // Payments on EVM networks have addresses and hexadecimal identifiers, which their verification has checked.
  const [from, to, id, signature] = [payer, payTo, nonce, proof.signature] as [Hex, Hex, Hex, Hex];
  const args = [from, to, amount, BigInt(validAfter), BigInt(validBefore), id] as const;
  if (isByContract(proof)) return encodeFunctionData({ abi: byContract, args: [...args, signature] });
  const { r, s, yParity } = parseSignature(signature);
  return encodeFunctionData({ abi: byKey, args: [...args, 27 + yParity, r, s] });
}

/** Simulates the transfer of a payment. The token asks the contract of a wallet about its signature, which is bounded. */
export function tryTransfer(node: EvmNode, payment: Payment, from?: Hex): Promise<CallAnswer> {
  const [to, data] = [payment.asset as Hex, transferCall(payment)];
  if (!isByContract(payment.proof)) return node.call(to, data, from);
  return node.callContract(payment.payer as Hex, { to, data, gas: contractGas.transfer, ...(from && { from }) });
}

/** Whether a contract has to be asked about the signature of a payment (EIP-1271). */
export function isByContract({ by }: Payment['proof']): boolean {
  return by === 'contract';
}

/**
 * Whether the log of a transaction has the transfer of a payment.
 *
 * The transfer follows the use of its authorization directly. Another authorization with the same nonce leaves a different
 * pair of events.
 */
export function hasMoved(logs: readonly RpcLog[], { asset, payer, payTo, amount, nonce }: Payment): boolean {
  const own = logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase());
  const events = parseEventLogs({ abi: tokenAbi, logs: own });
  return events.some((event, index) => {
    if (event.eventName !== 'AuthorizationUsed') return false;
    if (event.args.authorizer.toLowerCase() !== payer || event.args.nonce !== nonce) return false;
    const next = events[index + 1];
    if (next?.eventName !== 'Transfer') return false;
    const { from, to, value } = next.args;
    return from.toLowerCase() === payer && to.toLowerCase() === payTo && value === amount;
  });
}
