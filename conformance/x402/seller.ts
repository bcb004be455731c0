/** A seller under test: its routes, their challenges, and purchases. Rules that need the same call share it. */

import { randomHex } from '@tollwright/runtime/values/encoding';
import { isObject } from '@tollwright/runtime/values/json';
import { repeated } from '@tollwright/runtime/x402/extensions';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { type Offer, payableOffer, readMicro } from '../calls/challenge.ts';
import { observe, shareable, shared } from '../check/observation.ts';
import { fieldsOf } from '../common/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NoResponse, NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { carriersOf } from '../http/payment-headers.ts';
import type { CountedRun } from '../run/run.ts';
import { type Departure, encodePayment, type Wallet } from '../wallet/wallet.ts';
import { jsonBody, routeName, type SellerRoute } from './routes.ts';

/** The response of a route to a request without payment. */
export interface SellerChallenge {
  readonly route: SellerRoute;
  readonly exchange: Exchange;
  /** The decoded header; `undefined` where there is none that can be read. */
  readonly requirements: Readonly<Record<string, unknown>> | undefined;
  readonly offers: readonly Offer[];
}

/** A call with a payment. */
export interface Purchase {
  readonly route: SellerRoute;
  readonly offer: Offer;
  readonly wallet: Wallet;
  /** Value of the payment header. */
  readonly header: string;
  readonly exchange: Exchange;
}

/** The first response of each route to a request without payment, or why there is none. */
export type FirstChallenges = ReadonlyMap<SellerRoute, SellerChallenge | NoResponse>;

/** A seller under test. */
export interface Seller {
  readonly run: CountedRun;
  readonly routes: readonly SellerRoute[];
  /** Sends a request to a route, with the value of a payment header or without one. */
  send(route: SellerRoute, header?: string, body?: SellerRoute['body']): Promise<Exchange>;
  challenge(route: SellerRoute): Promise<SellerChallenge>;
  /** Challenges that can be paid, the cheapest first. */
  readonly payable: readonly PayableChallenge[];
  /** Signs a payment and encodes it as the value of its header. It has `id` as its identifier, or a new one, where the seller reads one. */
  sign(challenge: PayableChallenge, wallet: Wallet, departure?: Departure, id?: string): Promise<string>;
  /** Buys a call of a route with a payment of its own. */
  buy(challenge: PayableChallenge): Promise<Purchase>;
  /** The first purchase of each route. */
  purchase(challenge: PayableChallenge): Promise<Purchase>;
}

/** A challenge with the offer that the wallets of the run can pay. */
export interface PayableChallenge extends SellerChallenge {
  readonly offer: Offer;
}

/** The header of payments. */
const [paymentHeader] = standardTransport.payment.headers;

const [carrier] = carriersOf(standardTransport);

/** Reads the requirements in the header of a challenge. */
export function requirementsIn({ headers }: Exchange['received']): SellerChallenge['requirements'] {
  const text = carrier && headers[carrier.name.toLowerCase()];
  const value = text === undefined ? undefined : carrier?.read(text);
  return isObject(value) ? value : undefined;
}

/** Reads a 402; a response with another status has no requirements. */
export function readSellerChallenge(route: SellerRoute, exchange: Exchange): SellerChallenge {
  const requirements = exchange.received.status === 402 ? requirementsIn(exchange.received) : undefined;
  const { accepts } = requirements ?? {};
  return { route, exchange, requirements, offers: Array.isArray(accepts) ? accepts.filter(isObject) : [] };
}

/** Creates the seller of a run. `funded` is called with each payment of the payer before it is sent. */
export function createSeller(
  run: CountedRun,
  routes: readonly SellerRoute[],
  first: FirstChallenges,
  funded: (header: string) => void,
): Seller {
  const operations = new Map(run.contract.operations.map((operation) => [operation.id, operation]));
  const invocationOf = (route: SellerRoute, header?: string, body = route.body): Invocation => {
    const operation = operations.get(routeName(route));
    if (!operation) throw new Error(`${routeName(route)} is no route of this run.`);
    return {
      operation,
      method: route.method,
      url: route.path,
      ...(body && { raw: body }),
      ...(header !== undefined && { headers: { [paymentHeader]: header } }),
    };
  };
  const payable = [...first.values()]
    .flatMap((each) => (each instanceof NoResponse ? [] : (payableIn(each, run.contract) ?? [])))
    .toSorted((one, other) => Number(amountOf(one) - amountOf(other)));
  const seller: Seller = {
    run,
    routes,
    send: (route, header, body) => run.send(invocationOf(route, header, body)),
    async challenge(route) {
      const known = first.get(route);
      if (known instanceof NoResponse) throw known;
      if (!known) throw new Error(`${routeName(route)} was not called.`);
      observe(known.exchange);
      return known;
    },
    get payable() {
      for (const { exchange } of payable) observe(exchange);
      return payable;
    },
    async sign({ requirements = {}, offer }, wallet, departure, id = `tollwright_${randomHex(16)}`) {
      const payment = await wallet.sign(offer, await run.now(), departure);
      const { resource, extensions } = requirements;
      const header = encodePayment({
        ...payment,
        ...(resource !== undefined && { resource }),
        ...(extensions !== undefined && { extensions: repeated(extensions, id) ?? extensions }),
      });
      if (wallet === run.payer) funded(header);
      return header;
    },
    async buy(challenge) {
      const wallet = payerOf(run);
      const header = await seller.sign(challenge, wallet);
      const { route, offer } = challenge;
      return { route, offer, wallet, header, exchange: await seller.send(route, header) };
    },
    purchase: remembered((challenge) => seller.buy(challenge)),
  };
  return seller;
}

/** The wallet that pays in a run. */
function payerOf({ payer }: CountedRun): Wallet {
  if (payer) return payer;
  throw new NotTestable('means', 'The run has no wallet.');
}

/** Remembers the first purchase of each route. */
function remembered(buy: Seller['buy']): Seller['buy'] {
  const bought = new Map<SellerRoute, Promise<Purchase>>();
  return (challenge) => {
    const known = bought.get(challenge.route) ?? shareable(() => buy(challenge));
    bought.set(challenge.route, known);
    return shared(known);
  };
}

/** A challenge with its offer of scheme exact on the network that the run pays on. */
function payableIn(challenge: SellerChallenge, { host }: Contract): PayableChallenge | undefined {
  const offer = payableOffer(challenge.offers, host.payment);
  return offer && readMicro(offer.amount) !== undefined ? { ...challenge, offer } : undefined;
}

/** The amount of a challenge in the smallest unit of its asset. */
export function amountOf({ offer }: Pick<PayableChallenge, 'offer'>): bigint {
  return readMicro(offer.amount) ?? 0n;
}

/** True for a response that served the call. */
export function isServed({ received }: Exchange): boolean {
  return received.status >= 200 && received.status < 300;
}

/** The cheapest challenge; throws `NotTestable` where none can be paid. */
export function cheapestOf({ payable: [cheapest] }: Seller): PayableChallenge {
  if (cheapest) return cheapest;
  throw new NotTestable('means', 'No route has an offer of scheme exact that the suite can pay.');
}

/** Routes that a run buys, at most. */
const maxBought = 5;

/** The challenges that a run pays: the cheapest. */
export function boughtOf({ payable }: Pick<Seller, 'payable'>): readonly PayableChallenge[] {
  return payable.slice(0, maxBought);
}

/** The cheapest purchase that was served, which shows that refusals mean something; throws where none was. */
export async function servedPurchase(seller: Seller): Promise<Purchase & { readonly challenge: PayableChallenge }> {
  let refused: Purchase | undefined;
  for (const challenge of boughtOf(seller)) {
    const purchase = await seller.purchase(challenge);
    if (isServed(purchase.exchange)) return { ...purchase, challenge };
    refused ??= purchase;
  }
  if (!refused) throw new NotTestable('means', 'No route has an offer of scheme exact that the suite can pay.');
  throw new UnexpectedResponse(refusalOf(refused), refused.exchange);
}

/** Says that a valid payment was not served, with the reason that the seller gives. */
function refusalOf({ route, exchange: { received } }: Purchase): string {
  const { error } = fieldsOf(requirementsIn(received));
  const reason = typeof error === 'string' ? ` (${error})` : '';
  const hint = received.status === 402 ? ' Is the wallet funded on the network of the offer?' : '';
  return `${routeName(route)} returned ${received.status}${reason} for a valid payment.${hint}`;
}

/** A body that no JSON parser reads. */
export const brokenBody = { ...jsonBody('{'), text: '{' };
