import type { ResponseBody } from '@tollwright/runtime/operation/define';
import type { Handler } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { unixSeconds } from '@tollwright/runtime/system/clock';
import type { HistoryQuery, SpotQuery, SymbolListQuery } from '#generated/types/requests.ts';
import type { PriceHistory, SpotPrice } from '#generated/types/responses.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

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

/** Lists the symbols of a market that contain a text, in the order of the market. */
function listSymbols(
  context: HandlerContext,
  market: string,
): Handler<unknown, SymbolListQuery, { readonly market?: string }, object> {
  return async (call) => {
    const requested = call.params.market ?? market;
    const all = await context.upstream.listInstruments(requested, upstreamContextOf(call, context));
    const text = (call.query.q ?? '').toLowerCase();
    const found = all.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(text));
    return { status: 200, body: { symbols: found.slice(0, call.query.limit), total: found.length, market: requested } };
  };
}

/** Returns the current price of one instrument. */
function readSpot(
  context: HandlerContext,
  market: string,
): Handler<unknown, SpotQuery, InstrumentPath, ResponseBody<SpotPrice>> {
  return async (call) => {
    const { symbol, market: requested = market } = call.params;
    const spot = await context.upstream.readSpot(requested, symbol, upstreamContextOf(call, context));
    if (!spot) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    const { price, confidence, at, source } = spot;
    return { status: 200, body: { symbol, price, confidence, publishTime: at, source } };
  };
}

/** Seconds of a bar by the name of its resolution; all others are minutes. */
const spans: Readonly<Record<string, number>> = { D: 86_400, W: 604_800, M: 2_592_000 };

/** Bars in one response. */
const maxBars = 5000;

/** Returns the price history of one instrument, bar by bar. */
function readHistory(
  context: HandlerContext,
  market: string,
): Handler<unknown, HistoryQuery, InstrumentPath, ResponseBody<PriceHistory>> {
  return async (call) => {
    const { symbol, market: requested = market } = call.params;
    const { resolution, from, to = unixSeconds(context.services.clock) } = call.query;
    const request = { seconds: spans[resolution] ?? Number(resolution) * 60, from, to, count: maxBars };
    const bars = await context.upstream.readBars(requested, symbol, request, upstreamContextOf(call, context));
    if (!bars) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    return { status: 200, body: { symbol, resolution, bars } };
  };
}

/** The instrument that a path names. */
interface InstrumentPath {
  readonly symbol: string;
  readonly market?: string;
}
