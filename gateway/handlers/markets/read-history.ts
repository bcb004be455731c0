import type { Returned } from '@tollwright/runtime/operation/define';
import type { Handler } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { unixSeconds } from '@tollwright/runtime/system/clock';
import type { PriceHistory } from '#generated/types.ts';
import type { HistoryQuery } from '#generated/validators/markets.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import type { Listed } from './listed.ts';

/** Seconds of a bar by the name of its resolution; all others are minutes. */
const spans: Readonly<Record<string, number>> = { D: 86_400, W: 604_800, M: 2_592_000 };

/** Bars in one response. */
const most = 5000;

/** Returns the price history of one instrument, bar by bar. */
export function readHistory(
  context: HandlerContext,
  market: string,
): Handler<unknown, HistoryQuery, Listed, Returned<PriceHistory>> {
  return async (call) => {
    const { symbol, market: requested = market } = call.params;
    const { resolution, from, to = unixSeconds(context.services.clock) } = call.query;
    const request = { seconds: spans[resolution] ?? Number(resolution) * 60, from, to, count: most };
    const bars = await context.upstream.readBars(requested, symbol, request, upstreamContextOf(call, context));
    if (!bars) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    return { status: 200, body: { symbol, resolution, bars } };
  };
}
