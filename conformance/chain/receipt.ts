/** Compares the transaction that a receipt names with the payment that was signed. */

import { isObject } from '@tollwright/runtime/values/json';
import { valueAt } from '../common/json.ts';
import type { PaymentProfile } from '../contract/contract.ts';
import type { Mismatch, SentRequest } from '../http/exchange.ts';
import { amountIn, logsIn, transferred, wordOf } from './logs.ts';
import { type Chain, callNode, receiptOf } from './node.ts';
import {
  type BatchedPayment,
  batchedPaymentOf,
  hashIn,
  payloadIn,
  signedIn,
  type TransferAuthorization,
} from './signed.ts';

/** The mismatch between a payment and the transaction that its receipt names; undefined where they agree. */
export async function receiptMismatch(
  chain: Chain,
  sent: SentRequest,
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

/** Topic of the event that comes before the transfer of an authorization (EIP-3009). */
const used = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';

/** The mismatch between a payment and the transaction that its receipt names; undefined where it made the signed transfer once. */
export async function movedMismatch(chain: Chain, sent: SentRequest, text: string): Promise<Mismatch | undefined> {
  const payload = payloadIn(sent);
  const transaction = valueAt(payload, '/payload/transaction');
  if (typeof transaction === 'string') return solanaMismatch(chain, transaction, text);
  const payment = signedIn(payload);
  if (!payment) return undefined;
  const hash = hashIn(text);
  if (hash === undefined)
    return { detail: 'The receipt has no transaction hash of the chain.', expected: payment, actual: text };
  const receipt = await receiptOf(chain, 'eth_getTransactionReceipt', hash);
  if (!isObject(receipt))
    return { detail: 'The chain does not have the transaction of the receipt.', expected: payment, actual: hash };
  if (receipt.status !== '0x1')
    return { detail: 'The transaction of the receipt was reverted.', expected: payment, actual: hash };
  const times = transfersOf(receipt, payment);
  if (times === 1) return undefined;
  const detail = `The transaction of the receipt moves the payment ${times === 0 ? 'not at all' : `${times} times`}.`;
  return { detail, expected: payment, actual: { transaction: hash, logs: receipt.logs } };
}

/** How often the log uses the authorization for its own transfer, which follows at once. */
function transfersOf(
  { logs }: Readonly<Record<string, unknown>>,
  { asset, from, to, value, nonce }: TransferAuthorization,
): number {
  const own = logsIn(logs).filter(({ address }) => address === asset);
  return own.filter(({ topics }, index) => {
    const next = own[index + 1];
    return (
      topics.join() === [used, wordOf(from), nonce].join() &&
      next?.topics.join() === [transferred, wordOf(from), wordOf(to)].join() &&
      amountIn(next) === BigInt(value)
    );
  }).length;
}

/** Bytes of a signature; those of a transaction come before its message, after their number. */
const signatureSize = 64;

const asked = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };

/**
 * The mismatch between a signed transaction and the one that a receipt names; undefined where that is the same, and took
 * place.
 *
 * The signed message determines the amount, the payer and the recipient, and a chain accepts it once.
 */
export async function solanaMismatch(chain: Chain, signed: string, text: string): Promise<Mismatch | undefined> {
  const signature = /[1-9A-HJ-NP-Za-km-z]{80,90}/.exec(text)?.[0];
  if (signature === undefined)
    return { detail: 'The receipt has no transaction signature of the chain.', expected: signed, actual: text };
  const found = await receiptOf(chain, 'getTransaction', signature, asked);
  if (!isObject(found))
    return { detail: 'The chain does not have the transaction of the receipt.', expected: signed, actual: signature };
  const failure = valueAt(found, '/meta/err');
  if (failure !== null)
    return { detail: 'The transaction of the receipt failed.', expected: signed, actual: { signature, failure } };
  const landed = String(valueAt(found, '/transaction/0'));
  if (messageOf(landed) === messageOf(signed)) return undefined;
  const detail = 'The transaction of the receipt moves the payment not at all.';
  return { detail, expected: signed, actual: { signature, transaction: landed } };
}

/** The bytes that are signed, in base64. */
function messageOf(transaction: string): string {
  const bytes = Buffer.from(transaction, 'base64');
  return bytes.subarray(1 + signatureSize * (bytes[0] ?? 0)).toString('base64');
}
