import type { Micro, PaymentDefinition } from '../operation.ts';

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
  readonly extra: { readonly name: string; readonly version: string };
}

/** Makes the offer of a host for one amount. `window` is in seconds. */
export function createOffer(definition: PaymentDefinition, payTo: string, amount: Micro, window?: number): Offer {
  const { scheme, network, asset, domain } = definition;
  const { name, version } = domain;
  return {
    scheme,
    network,
    amount: amount.toString(),
    asset,
    payTo,
    maxTimeoutSeconds: window ?? definition.window,
    extra: { name, version },
  };
}
