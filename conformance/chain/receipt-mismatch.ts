import { isObject } from '@tollwright/runtime/values/json';
import type { PaymentProfile } from '../contract/contract.ts';
import type { Mismatch, Sent } from '../http/exchange.ts';
import { type BatchedPayment, batchedPaymentOf } from './batched-payment.ts';
import { movedMismatch } from './moved.ts';
import { type Chain, callNode } from './node.ts';
import { hashIn } from './signed.ts';

/** The mismatch between a payment and the transaction that its receipt names; undefined where they agree. */
export async function receiptMismatch(
  chain: Chain,
  sent: Sent,
  text: string,
  profile: PaymentProfile | undefined,
): Promise<Mismatch | undefined> {
  if (chain.start === undefined) return movedMismatch(chain, sent, text);
  const payment = profile && batchedPaymentOf(sent, profile);
  return payment && batchMismatch(chain.url, chain.start, payment, text);
}

/**
 * The mismatch between a batched payment and a transaction that its receipt names.
 *
 * The documents contradict each other on whether it names one. Where the chain has it, it must have been able to settle the
 * payment.
 */
async function batchMismatch(
  url: string,
  start: bigint,
  { digest }: BatchedPayment,
  text: string,
): Promise<Mismatch | undefined> {
  const hash = hashIn(text);
  const receipt = hash === undefined || hash === digest ? null : await callNode(url, 'eth_getTransactionReceipt', hash);
  if (!isObject(receipt)) return undefined;
  if (receipt.status !== '0x1')
    return { detail: 'The transaction of the receipt was reverted.', expected: 'one that succeeded', actual: hash };
  if (BigInt(String(receipt.blockNumber)) > start) return undefined;
  return {
    detail: 'The transaction of the receipt is older than the payment.',
    expected: `a transaction in a block after ${start}`,
    actual: { transaction: hash, block: `${BigInt(String(receipt.blockNumber))}` },
  };
}
