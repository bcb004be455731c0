/** Offers in the 402 responses of a seller. */

import { isObject } from '@tollwright/runtime/values/json';
import { type Offer, readMicro } from '#conformance/calls/challenge.ts';
import { fieldsOf } from '#conformance/common/json.ts';
import type { ReceivedResponse } from '#conformance/http/exchange.ts';
import type { SellerRoute } from '#conformance/x402/routes.ts';
import { readSellerChallenge } from '#conformance/x402/seller.ts';
import { findNetwork, type Network, networks } from '../networks.ts';

/** The 402 response of a route. */
export interface Asked {
  readonly requirements: Readonly<Record<string, unknown>>;
  readonly offers: readonly Offer[];
}

/** Reads a 402: its header, or its body where the seller writes the requirements there alone. */
export function askedIn(route: SellerRoute, received: ReceivedResponse | undefined): Asked | undefined {
  if (received?.status !== 402) return undefined;
  const sent = { method: route.method, path: route.path, headers: {} };
  const { requirements = fieldsOf(received.json) } = readSellerChallenge(route, { sent, received });
  const { accepts } = requirements;
  const offers = Array.isArray(accepts) ? accepts.filter(isObject) : [];
  return offers.length > 0 ? { requirements, offers } : undefined;
}

/** The offer of a challenge that the new host makes: on its network where there is one, else the first of scheme `exact`. */
export function offerOn(caip2: string | undefined, { offers }: Asked): Offer | undefined {
  const exact = offers.filter(({ scheme }) => scheme === 'exact');
  return exact.find(({ network }) => network === caip2) ?? exact[0];
}

/** Micro-USD that an offer asks for. */
export function amountIn({ amount, maxAmountRequired = amount }: Offer): bigint | undefined {
  return readMicro(maxAmountRequired);
}

/** The network and the asset of an offer. One that `init` does not know is described by the offer alone. */
export function networkOf({ network, asset, extra }: Offer): Network {
  const caip2 = String(network);
  const known = networks.find((each) => each.caip2 === caip2 || each.id === caip2);
  if (known) return known;
  // Without an EIP-712 domain or a CAIP-2 id payments cannot be verified; the sentence of a wrong network says what to do.
  if (!/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(caip2) || typeof asset !== 'string') return findNetwork(caip2);
  const { name, version } = fieldsOf(extra);
  const isDomain = typeof name === 'string' && typeof version === 'string';
  const id = caip2.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { caip2, id, name: caip2, address: asset, ...(isDomain && { domain: { name, version } }) };
}
