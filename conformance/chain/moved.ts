/** What a transaction moved, against the payment that it is the receipt of. */

import { isObject } from '@tollwright/runtime/values/json';
import { valueAt } from '../common/json.ts';
import type { Mismatch, Sent } from '../http/exchange.ts';
import { amountIn, logsIn, transferred, wordOf } from './logs.ts';
import { receiptOf } from './look.ts';
import type { Chain } from './node.ts';
import { hashIn, payloadIn, type Signed, signedIn } from './signed.ts';
import { solanaMismatch } from './solana-moved.ts';

/** Topic of the event that comes before the transfer of an authorization (EIP-3009). */
const used = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';

/** The mismatch between a payment and the transaction that its receipt names; undefined where it moved what was signed, once. */
export async function movedMismatch(chain: Chain, sent: Sent, text: string): Promise<Mismatch | undefined> {
  const payload = payloadIn(sent);
  const transaction = valueAt(payload, '/payload/transaction');
  if (typeof transaction === 'string') return solanaMismatch(chain, transaction, text);
  const payment = signedIn(payload);
  if (!payment) return undefined;
  const hash = hashIn(text);
  if (hash === undefined)
    return { detail: 'X-Payment-Receipt has no transaction hash of the chain.', expected: payment, actual: text };
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
function transfersOf({ logs }: Readonly<Record<string, unknown>>, { asset, from, to, value, nonce }: Signed): number {
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
