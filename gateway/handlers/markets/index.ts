import type { HandlerContext } from '../shared/context.ts';
import { listSymbols } from './list-symbols.ts';
import { readHistory } from './read-history.ts';
import { readSpot } from './read-spot.ts';

/** Markets by their name in operation ids; a market in the path takes precedence. */
const markets = { commodity: 'commodity', crypto: 'crypto', fx: 'fx', stock: 'us', 'us-stock': 'us' } as const;

type Named<Verb extends string, Noun extends string> = `${Verb}-${keyof typeof markets}-${Noun}${'' | '-post'}`;

/** Handlers of the market prices. */
export function marketHandlers(context: HandlerContext) {
  return {
    ...ofEach('list', 'symbols', (market) => listSymbols(context, market)),
    ...ofEach('get', 'price', (market) => readSpot(context, market)),
    ...ofEach('get', 'history', (market) => readHistory(context, market)),
  };
}

/** A handler for each market, for GET and for POST. */
function ofEach<const Verb extends string, const Noun extends string, Made>(
  verb: Verb,
  noun: Noun,
  make: (market: string) => Made,
): Record<Named<Verb, Noun>, Made> {
  const entries = Object.entries(markets).flatMap(([name, market]) =>
    ['', '-post'].map((method) => [`${verb}-${name}-${noun}${method}`, make(market)]),
  );
  // The names are put together just as their type is.
  return Object.fromEntries(entries) as Record<Named<Verb, Noun>, Made>;
}
