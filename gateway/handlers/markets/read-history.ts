import { unixSeconds } from '@tollwright/runtime/clock';
import type { Handler } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { HistoryQuery } from '#generated/validators/markets.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import type { Listed } from './listed.ts';

/** Seconds of a bar by the name of its resolution; all others are minutes. */
const spans: Readonly<Record<string, number>> = { D: 86_400, W: 604_800, M: 2_592_000 };

/** Bars in one answer. */
const most = 5000;

/** Tells what one instrument cost, bar by bar. */
export function readHistory(tools: Tools, market: string): Handler<unknown, HistoryQuery, Listed> {
  return async (call) => {
    const { symbol, market: asked = market } = call.params;
    const { resolution, from, to = unixSeconds(tools.services.clock) } = call.query;
    const ask = { seconds: spans[resolution] ?? Number(resolution) * 60, from, to, count: most };
    const bars = await asking(() => tools.upstream.readBars(asked, symbol, ask, occasionOf(call, tools)));
    if (!bars) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    return { status: 200, body: { symbol, resolution, bars } };
  };
}
