/** Changes of what operations cost. */

import type { Quote } from '@tollwright/runtime/money/formula';
import type { Micro } from '@tollwright/runtime/money/usd';
import type { Route } from '@tollwright/runtime/operation/operation';
import type { Alteration } from '#gateway/start.ts';
import type { JsonObject } from './json.ts';
import { changeRoutes, type Operations } from './routes.ts';

/** Input of a price. */
export interface PriceInput {
  readonly request: JsonObject;
  readonly query: JsonObject;
  readonly params: JsonObject;
}

/** Computes another price from the price, its input, and the function that quotes or meters it. */
export type Reprice = (amount: Micro, input: PriceInput, quote: (input: never) => Quote) => Micro;

/** Changes what operations cost, quoted or metered. */
export function changePrice(operations: Operations, change: Reprice): Alteration {
  return changeRoutes(operations, (route): Route => {
    const { quote, meter } = route;
    return {
      ...route,
      ...(quote && { quote: repriced(quote, change) }),
      ...(meter && { meter: repriced(meter, change) }),
    };
  });
}

function repriced<I extends PriceInput>(quote: (input: I) => Quote, change: Reprice): (input: I) => Quote {
  return (input) => {
    const usual = quote(input);
    // A quote computes its breakdown when it is read, which a copy of its fields does not.
    return {
      ...usual,
      breakdown: usual.breakdown,
      details: usual.details ?? {},
      amount: change(usual.amount, input, quote),
    };
  };
}
