/** Payments that every seller refuses: each is a row of the standard. */

import { failure, type Finding } from '../check/outcome.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable, whereItCan } from '../http/interruption.ts';
import { chainOf, networkKind } from '../wallet/networks.ts';
import type { Departure } from '../wallet/wallet.ts';
import { routeName } from './routes.ts';
import { amountOf, cheapestOf, isServed, type PayableChallenge, type Seller, servedPurchase } from './seller.ts';
import type { ForgeryRow, SellerRule } from './standard.ts';

/** Judges values of the payment header that cannot be read, on the cheapest route. */
export async function judgeUnreadable(seller: Seller, rows: NonNullable<SellerRule['headers']>): Promise<Finding> {
  const { route } = cheapestOf(seller);
  for (const { what, value } of rows) {
    const exchange = await seller.send(route, value);
    const found = refusalMismatch(`a payment ${what}`, exchange);
    if (found) return found;
  }
  return undefined;
}

/** Judges forged payments on the cheapest route. A funded wallet signs them where the run has one, so that only the flaw counts. */
export async function judgeForgeries(seller: Seller, rows: readonly ForgeryRow[]): Promise<Finding> {
  const { run } = seller;
  const challenge = run.payer ? (await servedPurchase(seller)).challenge : cheapestOf(seller);
  let sent = 0;
  for (const row of rows) {
    const exchange = await whereItCan(() => sendForgery(seller, challenge, row));
    if (!exchange) continue;
    sent += 1;
    const found = refusalMismatch(`a payment ${row.what}`, exchange);
    if (found) return found;
  }
  if (sent === 0)
    throw new NotTestable('means', `No such payment can be signed on ${String(challenge.offer.network)}.`);
  return undefined;
}

async function sendForgery(seller: Seller, challenge: PayableChallenge, row: ForgeryRow): Promise<Exchange> {
  const { run, sign, send } = seller;
  const payer = row.wallet === 'unfunded' ? run.unfundedWallet : (run.payer ?? run.unfundedWallet);
  // The other wallet is a payer that signs nothing, or a recipient: any address does.
  const other = otherAddress(run, challenge);
  const departure = departureOf(row, challenge, other, await run.now());
  return send(challenge.route, await sign(challenge, payer, departure));
}

/** An address that is neither the payer's nor the payee's nor the token's. */
function otherAddress({ unfundedWallet }: Seller['run'], { offer }: PayableChallenge): string {
  return networkKind(offer.network) === 'evm' ? `0x${'5a'.repeat(20)}` : unfundedWallet.address;
}

function departureOf(
  { signature, signed, accepted }: ForgeryRow,
  challenge: PayableChallenge,
  other: string,
  now: number,
): Departure {
  const amount = amountOf(challenge);
  const { offer } = challenge;
  const { name, version } = signed;
  const chain = signed.chain === undefined ? undefined : Number(chainOf(offer.network)) + signed.chain;
  // A Solana wallet says that it cannot sign these.
  const domain = { ...(name && { name }), ...(version && { version }), ...(chain !== undefined && { chainId: chain }) };
  const evm = {
    ...(Object.keys(domain).length > 0 && { domain }),
    ...(signed.validAfter !== undefined && { validAfter: now + signed.validAfter }),
    ...(signed.validBefore !== undefined && { validBefore: now + signed.validBefore }),
  };
  const claimed = {
    ...(accepted.amount !== undefined && { amount: String(amount + BigInt(accepted.amount)) }),
    ...(accepted.payTo && { payTo: other }),
    ...(accepted.asset && { asset: other }),
    ...(accepted.network && { network: `eip155:${Number(chainOf(offer.network)) + 1}` }),
  };
  return {
    ...(signature === 'made-up' && { unsigned: true }),
    ...(signature === 'of-another-wallet' && { payer: other }),
    ...(signed.amount !== undefined && { amount: amount + BigInt(signed.amount) }),
    ...(signed.payTo && { payTo: other }),
    ...(signed.asset && { asset: other }),
    ...(Object.keys(evm).length > 0 && { evm }),
    ...(Object.keys(claimed).length > 0 && { accepted: claimed }),
  };
}

/** The difference between a response and the refusal of a payment: 402, or 400 for one that cannot be read. */
export function refusalMismatch(what: string, exchange: Exchange): Finding {
  const { status } = exchange.received;
  if (status === 400 || status === 402) return undefined;
  if (status === 429) throw new NotTestable('means', 'The seller limits the rate of requests.');
  const { path, method } = exchange.sent;
  const route = routeName({ method, path });
  if (isServed(exchange)) return failure(`${route} was served for ${what}.`, '402 or 400', exchange);
  return failure(`${route} returned ${status} for ${what}.`, '402 or 400', exchange);
}
