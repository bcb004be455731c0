import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../http/request.ts';
import type { Quote } from '../money/formula.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { isSolana } from '../x402/offer.ts';

/** Status, headers and body of a JSON response. */
export interface JsonAnswer extends Pick<Answer, 'status' | 'headers'> {
  readonly body: string;
}

/** A challenge, with the price and URL that it is for. */
interface KeptChallenge {
  /** The response where a call adds no headers. */
  readonly answer: JsonAnswer;
  readonly price: Price;
  readonly url: string;
}

/** The part of a quote that a challenge shows. */
type Price = Pick<Quote, 'amount' | 'breakdown'> & { readonly details?: Quote['details'] | undefined };

/** The last challenge of each route: at the same price and URL, the next one is the same. */
export class KeptChallenges {
  readonly #last = new Map<Route, KeptChallenge>();
  /** False where a challenge names the newest block, and so is never the same for long. */
  readonly #isConstant: boolean;

  constructor({ payment }: HostDefinition) {
    this.#isConstant = payment !== undefined && ![payment, ...(payment.also ?? [])].some(isSolana);
  }

  /** The challenge of a route for this URL and price, if it is the last one. */
  find(route: Route | undefined, url: string, quote: Quote): JsonAnswer | undefined {
    const kept = route && this.#last.get(route);
    return kept?.url === url && isSame(kept.price, quote) ? kept.answer : undefined;
  }

  keep(route: Route | undefined, url: string, { amount, breakdown, details }: Quote, answer: JsonAnswer): void {
    // Not the quote itself, which holds on to the request it was made for.
    if (route && this.#isConstant) this.#last.set(route, { answer, price: { amount, breakdown, details }, url });
  }
}

function isSame(one: Price, other: Price): boolean {
  return (
    one.amount === other.amount &&
    haveSameFields(one.breakdown, other.breakdown) &&
    haveSameFields(one.details ?? {}, other.details ?? {})
  );
}

/** Compares objects with mostly text fields, several times as fast as `isDeepStrictEqual` alone. */
function haveSameFields(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name] || isDeepStrictEqual(one[name], other[name]))
  );
}
