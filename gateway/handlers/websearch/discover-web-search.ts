import type { Input, Route } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import { PaymentRequired } from '@tollwright/runtime/x402/payment-required';
import type { Handlers } from '#generated/handlers.ts';

/** The input of the cheapest search. */
const least = { request: { urls: ['https://example.com/'] }, query: {}, params: {} };

/** Responds to GET with a challenge of the lowest price of a search. */
export function discoverWebSearch(): Handlers['discover-web-search'] {
  return ({ host, route, params }) => {
    const path = route.path.replace(/\{.*$/, params.path);
    const search = host.routes.find((each) => each.operation.method === 'POST' && each.path === path);
    const quote = search && leastQuote(search);
    if (!quote) throw new Problem('unknown-web-search-path');
    throw new PaymentRequired(quote, { message: 'Send the request by POST; this is the lowest price.' });
  };
}

function leastQuote({ quote }: Route) {
  // The prices of searches read no other fields.
  return quote?.(least as Input<never, never, never>);
}
