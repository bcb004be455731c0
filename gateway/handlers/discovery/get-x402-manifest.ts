import { createOffers } from '@tollwright/runtime/payment/offer';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';

/** Lists the paid resources: the URLs of the x402 v1 list, and per resource what v2 clients need. */
export function getX402Manifest(context: HandlerContext): Handlers['get-x402-manifest'] {
  return ({ host: { title, payment, routes }, origin }) => {
    const items = routes
      .filter((route) => route.auth === 'payment')
      .map(({ operation, path, window }) => ({
        resource: { url: `${origin}${path}`, method: operation.method, description: operation.summary },
        accepts:
          payment && createOffers(payment, context.services.payTo, 0n, window).map(({ amount: _, ...rest }) => rest),
      }));
    const resources = items.map(({ resource }) => resource.url);
    return { status: 200, body: { version: 1, resources, x402Version: 2, title, items } };
  };
}
