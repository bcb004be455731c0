/** What a transaction moved, against the payment that it is the receipt of. */

import { isObject } from '@tollwright/runtime/values';
import type { Exchange } from '../check/exchange.ts';
import { parseJson } from '../http/events.ts';
import { valueAt } from '../json/json.ts';
import type { Mismatch } from '../protocol/protocol-check.ts';
import { receiptOf } from './receipt.ts';
import { solanaMismatch } from './solana-moved.ts';

/** Topics of the events that an EIP-3009 transfer leaves, one after the other. */
const used = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The mismatch between a payment and the transaction that its receipt names; undefined where it moved what was signed, once. */
export async function movedMismatch(rpc: string, { sent, received }: Exchange): Promise<Mismatch | undefined> {
  const text = received.headers['x-payment-receipt'] ?? '';
  const payload = payloadIn(sent.headers);
  const transaction = valueAt(payload, '/payload/transaction');
  if (typeof transaction === 'string') return solanaMismatch(rpc, transaction, text);
  const payment = signedIn(payload);
  if (!payment) return undefined;
  const hash = /0x[\da-f]{64}/i.exec(text)?.[0];
  if (hash === undefined)
    return { detail: 'X-Payment-Receipt has no transaction hash of the chain.', expected: payment, actual: text };
  const receipt = await receiptOf(rpc, 'eth_getTransactionReceipt', hash);
  if (!isObject(receipt))
    return { detail: 'The chain does not have the transaction of the receipt.', expected: payment, actual: hash };
  if (receipt.status !== '0x1')
    return { detail: 'The transaction of the receipt was reverted.', expected: payment, actual: hash };
  const times = transfersOf(receipt, payment);
  if (times === 1) return undefined;
  const detail = `The transaction of the receipt moves the payment ${times === 0 ? 'not at all' : `${times} times`}.`;
  return { detail, expected: payment, actual: { transaction: hash, logs: receipt.logs } };
}

/** What a payment header signs, in lower case. */
interface Signed {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: string;
}

function payloadIn(headers: Readonly<Record<string, string>>): unknown {
  const [, header = ''] = Object.entries(headers).find(([name]) => /^(payment-signature|x-payment)$/i.test(name)) ?? [];
  return parseJson(Buffer.from(header, 'base64').toString());
}

function signedIn(payload: unknown): Signed | undefined {
  const text = (pointer: string) => String(valueAt(payload, pointer) ?? '').toLowerCase();
  const authorization = (name: string) => text(`/payload/authorization/${name}`);
  if (authorization('nonce') === '') return undefined;
  const [from, to, value, nonce] = ['from', 'to', 'value', 'nonce'].map(authorization) as [
    string,
    string,
    string,
    string,
  ];
  return { asset: text('/accepted/asset'), from, to, value, nonce };
}

/** How often the log uses the authorization for its own transfer, which follows at once. */
function transfersOf({ logs }: Readonly<Record<string, unknown>>, { asset, from, to, value, nonce }: Signed): number {
  const own = (Array.isArray(logs) ? logs : []).filter((log) => lower(valueAt(log, '/address')) === asset);
  return own.filter((log, index) => {
    const next = own[index + 1];
    return (
      topicsOf(log) === [used, wordOf(from), nonce].join() &&
      topicsOf(next) === [transferred, wordOf(from), wordOf(to)].join() &&
      BigInt(String(valueAt(next, '/data'))) === BigInt(value)
    );
  }).length;
}

function topicsOf(log: unknown): string {
  return lower(valueAt(log, '/topics'));
}

function wordOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}
