import type { Micro } from '../money/usd.ts';
import type { NetworkDefinition, PaymentDefinition } from '../operation/host.ts';

/** One entry of `accepts`: what a payment has to say for a call (x402 v2 `PaymentRequirements`). */
export interface Offer {
  readonly scheme: string;
  readonly network: string;
  /** In the asset's smallest unit, as an integer text. */
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  /** Seconds. */
  readonly maxTimeoutSeconds: number;
  /** Further data that a payer needs: the EIP-712 domain, or on other networks the account that pays the transaction fee. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Makes the offers of a host for one amount, that of its own network first. `window` is in seconds. */
export function createOffers(
  definition: PaymentDefinition,
  payTo: string,
  amount: Micro,
  window?: number,
): readonly [Offer, ...Offer[]] {
  const seconds = window ?? definition.window;
  const own = createOffer(definition, definition, payTo, amount, seconds);
  if (!definition.also) return [own];
  return [own, ...definition.also.map((network) => createOffer(definition, network, payTo, amount, seconds))];
}

/** The same offers with what a payer needs now and does not have to repeat: on Solana, a recent block. */
export function withHints(
  offers: readonly [Offer, ...Offer[]],
  blockhash: () => string | undefined,
): readonly [Offer, ...Offer[]] {
  const hinted = (offer: Offer): Offer => {
    const recentBlockhash = isSolana(offer) ? blockhash() : undefined;
    return recentBlockhash === undefined ? offer : { ...offer, extra: { ...offer.extra, recentBlockhash } };
  };
  const [own, ...others] = offers;
  return [hinted(own), ...others.map(hinted)];
}

/** True if payments on a network are Solana transactions. */
export function isSolana({ network }: { readonly network: string }): boolean {
  return network.startsWith('solana:');
}

function createOffer(
  { scheme }: PaymentDefinition,
  { network, asset, domain, feePayer }: NetworkDefinition,
  payTo: string,
  amount: Micro,
  maxTimeoutSeconds: number,
): Offer {
  const extra = domain ? { ...domain } : { feePayer: feePayer ?? payTo };
  return { scheme, network, amount: amount.toString(), asset, payTo, maxTimeoutSeconds, extra };
}

/** The offer that a payment says to accept; the first one where it names none of their networks. */
export function offerFor(offers: readonly [Offer, ...Offer[]], network: unknown): Offer {
  return offers.find((offer) => offer.network === network) ?? offers[0];
}
