/** Checks of the standard that are no rows: what a seller does over several requests. */

import { standardTransport } from '@tollwright/runtime/x402/standard';
import type { Failure, Finding } from '../check/outcome.ts';
import { failure } from '../check/outcome.ts';
import { fieldsOf } from '../common/json.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { carriersOf } from '../http/payment-headers.ts';
import { judgeListedTerms, judgeStatedPrice } from './discovery.ts';
import { judgeConflict, judgeDescription, judgeRepeated, keepsResponses } from './extensions.ts';
import { refusalMismatch } from './forgeries.ts';
import { judgeMoved, judgeNetwork, judgeOwnTransaction, judgePayer, judgePresence, receiptOf } from './receipts.ts';
import { routeName } from './routes.ts';
import { amountOf, brokenBody, cheapestOf, isServed, requirementsIn, type Seller, servedPurchase } from './seller.ts';

/** Judges one behaviour of a seller. */
export type Behaviour = (seller: Seller) => Promise<Finding>;

/** Requests of a race. */
const raced = 5;

/** The behaviours that rules of the standard name. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  'asks-for-payment': asksForPayment,
  header: judgeHeader,
  'body-agrees': judgeBody,
  'stated-price': judgeStatedPrice,
  'listed-terms': judgeListedTerms,
  'refusal-asks-again': judgeRefusal,
  'cheaper-payment': judgeCheaperPayment,
  receipt: judgePresence,
  'receipt-network': judgeNetwork,
  'receipt-payer': judgePayer,
  'own-transaction': judgeOwnTransaction,
  moved: judgeMoved,
  replay: judgeReplay,
  'replay-elsewhere': judgeReplayElsewhere,
  race: judgeRace,
  'failed-call': judgeFailedCall,
  repeated: judgeRepeated,
  conflict: judgeConflict,
  description: judgeDescription,
};

async function asksForPayment(seller: Seller): Promise<Finding> {
  let asked = 0;
  for (const route of seller.routes) {
    const { exchange } = await seller.challenge(route);
    const { status } = exchange.received;
    if (status === 402) asked += 1;
    if (status === 402) continue;
    if (status === 429) throw new NotTestable('means', 'The seller limits the rate of requests.');
    // A seller may look at the request before it asks for money: only a served or a failing one shows a fault.
    if (status === 400 || status === 404 || status === 405 || status === 415 || status === 422) continue;
    return failure(`${routeName(route)} returned ${status} to a request without payment.`, 402, exchange);
  }
  if (asked === 0) throw new NotTestable('unserved', 'Every route refused its request before it asked for a payment.');
  return undefined;
}

async function judgeHeader(seller: Seller): Promise<Finding> {
  const [carrier] = carriersOf(standardTransport);
  let seen = 0;
  for (const route of seller.routes) {
    const { exchange, requirements } = await seller.challenge(route);
    if (exchange.received.status !== 402) continue;
    seen += 1;
    if (requirements) continue;
    const text = exchange.received.headers[carrier?.name.toLowerCase() ?? ''];
    const detail = `The challenge of ${routeName(route)} has no header with requirements as base64 JSON.`;
    return failure(detail, `a header ${carrier?.name} with base64 JSON`, exchange, text ?? null);
  }
  if (seen === 0) throw new NotTestable('unserved', 'No route returned a challenge.');
  return undefined;
}

/** Fields of an offer that a payer signs or is charged by. */
const terms = ['scheme', 'network', 'amount', 'asset', 'payTo'];

async function judgeBody(seller: Seller): Promise<Finding> {
  for (const route of seller.routes) {
    const { exchange, requirements, offers } = await seller.challenge(route);
    const { x402Version, accepts } = fieldsOf(exchange.received.json);
    // The body of version 1 has other fields.
    if (!requirements || x402Version !== 2 || !Array.isArray(accepts)) continue;
    const [carried, repeated] = [offers, accepts].map((list) =>
      list.map((offer) => terms.map((name) => fieldsOf(offer)[name] ?? null)),
    );
    if (JSON.stringify(carried) === JSON.stringify(repeated)) continue;
    const detail = `The body of the challenge of ${routeName(route)} has other requirements than its header.`;
    return { ...failure(detail, offers, exchange, accepts), at: '/accepts' };
  }
  return undefined;
}

/** A refused payment gets the requirements, or the receipt of its failed settlement. */
async function judgeRefusal(seller: Seller): Promise<Finding> {
  const challenge = cheapestOf(seller);
  const header = await seller.sign(challenge, seller.run.unfundedWallet, { unsigned: true });
  const exchange = await seller.send(challenge.route, header);
  if (exchange.received.status !== 402)
    throw new NotTestable('open', 'The seller refuses a bad signature without a 402.');
  if (requirementsIn(exchange.received) || receiptOf(exchange)) return undefined;
  const detail = `The refusal of ${routeName(challenge.route)} has neither requirements nor a receipt.`;
  return failure(detail, 'requirements in a header', exchange, null);
}

async function judgeCheaperPayment(seller: Seller): Promise<Finding> {
  await servedPurchase(seller);
  const [cheap, ...others] = seller.payable;
  const dear = others.findLast((other) => cheap && amountOf(other) > amountOf(cheap));
  if (!cheap || !dear) throw new NotTestable('open', 'All routes have the same price.');
  const header = await seller.sign(cheap, payerOf(seller));
  return refusalMismatch('a payment of a cheaper route', await seller.send(dear.route, header));
}

function payerOf({ run }: Seller) {
  if (run.payer) return run.payer;
  throw new NotTestable('means', 'The run has no wallet.');
}

async function judgeReplay(seller: Seller): Promise<Finding> {
  const { challenge, header } = await servedPurchase(seller);
  if (keepsResponses(challenge)) throw new NotTestable('open', 'The seller keeps responses for repeated requests.');
  return replayed(await seller.send(challenge.route, header), 'again');
}

async function judgeReplayElsewhere(seller: Seller): Promise<Finding> {
  const { challenge, header } = await servedPurchase(seller);
  // One of another price is refused for its amount.
  const other = seller.payable.find((each) => each.route !== challenge.route && amountOf(each) === amountOf(challenge));
  if (!other) throw new NotTestable('open', 'No other route has the same price.');
  return replayed(await seller.send(other.route, header), 'on another route');
}

function replayed(exchange: Exchange, where: string): Failure | undefined {
  if (!isServed(exchange)) return undefined;
  return failure(`A payment that was used is served ${where}.`, 'a refusal', exchange);
}

async function judgeRace(seller: Seller): Promise<Finding> {
  const { challenge } = await servedPurchase(seller);
  if (keepsResponses(challenge)) throw new NotTestable('open', 'The seller keeps responses for repeated requests.');
  const header = await seller.sign(challenge, payerOf(seller));
  const all = await Promise.all(Array.from({ length: raced }, () => seller.send(challenge.route, header)));
  const served = all.filter(isServed);
  const [, second] = served;
  if (!second) return undefined;
  const detail = `A payment that was sent ${raced} times at once was served ${served.length} times.`;
  return failure(detail, 'one response', second, served.length);
}

/** A call that fails with a valid payment reports no settlement. */
async function judgeFailedCall(seller: Seller): Promise<Finding> {
  await servedPurchase(seller);
  const challenge = seller.payable.find(({ route }) => route.body);
  if (!challenge) throw new NotTestable('open', 'No route has a body, so the suite cannot make a call fail.');
  const header = await seller.sign(challenge, payerOf(seller));
  const exchange = await seller.send(challenge.route, header, brokenBody);
  if (isServed(exchange)) throw new NotTestable('open', 'The seller serves a body that is no JSON.');
  const receipt = receiptOf(exchange);
  if (receipt?.success !== true) return undefined;
  return failure('A call that failed has the receipt of a settlement.', 'no settlement', exchange, receipt);
}
