import type { Handler } from '@tollwright/runtime/operation/handler';
import type { SymbolListQuery } from '#generated/validators/markets.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Lists the symbols of a market that contain a text, in the order of the market. */
export function listSymbols(
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
