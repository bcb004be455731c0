/** Receipts of settlements, and rules about them. */

import { isObject } from '@tollwright/runtime/values/json';
import { sameAddress } from '@tollwright/runtime/x402/address';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { movedMismatch } from '../chain/receipt.ts';
import { failure, type Finding } from '../check/outcome.ts';
import { parseJson } from '../http/events.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { receiptIn } from '../http/payment-headers.ts';
import { networkKind } from '../wallet/networks.ts';
import { routeName } from './routes.ts';
import { boughtOf, isServed, type Purchase, type Seller, servedPurchase } from './seller.ts';

/** The receipt of a response as text; `undefined` where it has none. */
export function receiptText({ received }: Exchange): string | undefined {
  const header = receiptIn(standardTransport, 'settlement', received.headers);
  return header === undefined ? undefined : Buffer.from(header, 'base64').toString();
}

/** The receipt of a response; `undefined` where it has none that can be read. */
export function receiptOf(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(receiptText(exchange) ?? '');
  return isObject(value) ? value : undefined;
}

/** Purchases that were served; throws where none was. */
async function served(seller: Seller): Promise<readonly Purchase[]> {
  await servedPurchase(seller);
  const all = await Promise.all(boughtOf(seller).map((challenge) => seller.purchase(challenge)));
  return all.filter(({ exchange }) => isServed(exchange));
}

/** A served call has a receipt that can be read. */
export async function judgePresence(seller: Seller): Promise<Finding> {
  for (const { route, exchange } of await served(seller)) {
    const text = receiptText(exchange);
    if (text === undefined)
      return failure(`The paid response of ${routeName(route)} has no receipt.`, 'a receipt', exchange, null);
    if (!receiptOf(exchange))
      return failure(`The receipt of ${routeName(route)} is not base64 JSON.`, 'an object', exchange, text);
  }
  return undefined;
}

/** The receipt names the network that was paid on. */
export const judgeNetwork = (seller: Seller): Promise<Finding> =>
  judgeField(seller, 'network', ({ offer }) => offer.network);

/** The receipt names the payer, where it names one. On Solana that is the account that pays the fee. */
export const judgePayer = (seller: Seller): Promise<Finding> =>
  judgeField(seller, 'payer', ({ wallet, offer }) =>
    networkKind(offer.network) === 'evm' ? wallet.address : undefined,
  );

async function judgeField(seller: Seller, name: string, expectedOf: (purchase: Purchase) => unknown): Promise<Finding> {
  for (const purchase of await served(seller)) {
    const actual = receiptOf(purchase.exchange)?.[name];
    const expected = expectedOf(purchase);
    if (actual === undefined || expected === undefined || sameAddress(actual, String(expected))) continue;
    const detail = `The receipt of ${routeName(purchase.route)} names another ${name}.`;
    return failure(detail, expected, purchase.exchange, actual);
  }
  return undefined;
}

/** Two payments have two transactions. */
export async function judgeOwnTransaction(seller: Seller): Promise<Finding> {
  const { challenge, exchange: first } = await servedPurchase(seller);
  const { exchange } = await seller.buy(challenge);
  const [before, after] = [first, exchange].map((each) => receiptOf(each)?.transaction);
  if (typeof before !== 'string' || typeof after !== 'string' || before === '')
    throw new NotTestable('open', 'Two payments have no two receipts with a transaction.');
  if (before !== after) return undefined;
  return failure('The receipts of two payments name one transaction.', 'another transaction', exchange, after);
}

/** The transaction of the receipt moves the payment, as a node of the chain sees it. */
export async function judgeMoved(seller: Seller): Promise<Finding> {
  const { chain } = seller.run;
  if (!chain)
    throw new NotTestable('means', 'Only a node of the chain shows whether a payment moved: name one with --rpc.');
  for (const { exchange } of await served(seller)) {
    const text = receiptText(exchange);
    const mismatch = text === undefined ? undefined : await movedMismatch(chain, exchange.sent, text);
    if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
  }
  return undefined;
}
