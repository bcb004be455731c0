import type { HostDefinition } from '../operation/host.ts';
import { createOffers } from './offer.ts';

/** Body of `/.well-known/x402`: the URLs of the x402 v1 list, and the data of each resource that v2 clients need. */
export function x402Manifest({ title, payment, routes }: HostDefinition, payTo: string, baseUrl: string) {
  const items = routes
    .filter((route) => route.auth === 'payment')
    .map(({ operation, path, window }) => ({
      resource: { url: `${baseUrl}${path}`, method: operation.method, description: operation.summary },
      accepts: payment && createOffers(payment, payTo, 0n, window).map(({ amount: _, ...rest }) => rest),
    }));
  const resources = items.map(({ resource }) => resource.url);
  return { version: 1 as const, resources, x402Version: 2 as const, title, items };
}
