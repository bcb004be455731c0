import type { Handler } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { SpotQuery } from '#generated/validators/markets.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import type { Listed } from './listed.ts';

/** Tells what one instrument costs. */
export function readSpot(tools: Tools, market: string): Handler<unknown, SpotQuery, Listed> {
  return async (call) => {
    const { symbol, market: asked = market } = call.params;
    const spot = await asking(() => tools.upstream.readSpot(asked, symbol, occasionOf(call, tools)));
    if (!spot) throw new Problem('unknown-symbol', { error: 'Unknown symbol', symbol });
    const { price, confidence, at, source } = spot;
    return { status: 200, body: { symbol, price, confidence, publishTime: at, source } };
  };
}
