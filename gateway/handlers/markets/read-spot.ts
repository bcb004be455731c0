import type { Returned } from '@tollwright/runtime/operation/define';
import type { Handler } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { SpotPrice } from '#generated/types.ts';
import type { SpotQuery } from '#generated/validators/markets.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import type { Listed } from './listed.ts';

/** Returns the current price of one instrument. */
export function readSpot(
  context: HandlerContext,
  market: string,
): Handler<unknown, SpotQuery, Listed, Returned<SpotPrice>> {
  return async (call) => {
    const { symbol, market: requested = market } = call.params;
    const spot = await context.upstream.readSpot(requested, symbol, upstreamContextOf(call, context));
    if (!spot) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    const { price, confidence, at, source } = spot;
    return { status: 200, body: { symbol, price, confidence, publishTime: at, source } };
  };
}
