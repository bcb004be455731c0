/** Reads challenges (402 responses): their offers, the amount of each, and the offer that the suite can pay. */

import { parseUsd } from '@tollwright/runtime/money/usd';
import type Fraction from 'fraction.js';
import type { RunSettings } from '../check/run.ts';
import type { Contract, PaymentProfile } from '../contract/contract.ts';
import type { Challenge, Exchange } from '../http/exchange.ts';
import { UnexpectedResponse } from '../http/interruption.ts';
import { acceptsIn, transportOf } from '../http/payment-headers.ts';
import { fromNumber, fromText } from '../oracle/exact.ts';
import { networkKind } from '../wallet/networks.ts';

/**
 * Reads the 402 of an exchange; throws `UnexpectedResponse` when it is no challenge.
 *
 * The body is read before the headers: a target with offers only in a header can be paid as well.
 */
export function readChallenge(exchange: Exchange, contract: Pick<Contract, 'host'>): Challenge {
  const { status, json, headers } = exchange.received;
  const what = `${exchange.sent.method} ${exchange.sent.path}`;
  if (status !== 402)
    throw new UnexpectedResponse(`${what} returned ${status} where a challenge (402) was expected.`, exchange);
  const offers = acceptsIn(transportOf(contract), json, headers);
  const amount = readMicro(offers[0]?.amount);
  if (amount === undefined) {
    throw new UnexpectedResponse(`The challenge of ${what} has no amount that can be paid.`, exchange);
  }
  return { exchange, accepts: offers, amount };
}

/** The offer that the suite's wallets can pay: the one on the network of the node or the host, else the first. */
export function offerOf(run: RunSettings, challenge: Challenge): Readonly<Record<string, unknown>> {
  return payableOffer(challenge.accepts, run.contract.host.payment, run.chain?.network) ?? challenge.accepts[0] ?? {};
}

/** An offer of a challenge. */
export type Offer = Readonly<Record<string, unknown>>;

/**
 * The offer of a challenge on the network of the host, or on another one that is asked for.
 *
 * Where the documents do not state the id of that network, any network of its kind is accepted.
 */
export function payableOffer(
  accepts: readonly Offer[],
  profile: PaymentProfile | undefined,
  asked = profile?.network,
): Offer | undefined {
  const exact = accepts.filter(({ scheme }) => scheme === 'exact');
  const own = exact.find(({ network }) => network === asked);
  const isGiven = profile?.networkStatus === 'stated' || profile?.networkStatus === 'derived';
  if (own || !profile || isGiven) return own;
  return exact.find(({ network }) => networkKind(network) === networkKind(profile.network));
}

/**
 * The first offer on another network of the same kind as the one that `payableOffer` returns; the same wallet can pay it.
 */
export function otherNetworkOffer(
  accepts: readonly Offer[],
  profile: PaymentProfile | undefined,
  asked = profile?.network,
): Offer | undefined {
  const usual = payableOffer(accepts, profile, asked);
  const kind = networkKind(usual?.network);
  if (!usual || !kind) return undefined;
  return accepts.find(
    ({ scheme, network }) => scheme === 'exact' && network !== usual.network && networkKind(network) === kind,
  );
}

/** Micro-USDC that a challenge requires on the host's own network; `undefined` when the response is not a challenge. */
export function quoteOf(run: RunSettings, exchange: Exchange): bigint | undefined {
  if (exchange.received.status !== 402) return undefined;
  return readMicro(offerOf(run, readChallenge(exchange, run.contract)).amount);
}

/** Reads a micro-USDC amount; the documents leave open whether it is a string or a number. */
export function readMicro(value: unknown): bigint | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Reads a USD amount, which may be finer than a micro-USDC; `undefined` when it is no amount. */
export function readExactUsd(value: unknown): Fraction | undefined {
  if (typeof value === 'number') return value < 0 ? undefined : fromNumber(value);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? fromText(value) : undefined;
}

/** Reads a USD amount into micro-USDC; `undefined` when it is no amount or finer than that. */
export function readUsd(value: unknown): bigint | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return parseUsd(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
}
