import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Lists the voices that speech may have. */
export function listVoices(context: HandlerContext): Handlers['list-voices'] {
  return async (call) => {
    const voices = await context.upstream.listVoices(upstreamContextOf(call, context));
    const data = voices.map(({ id, name, alias }) => ({ voice_id: id, name, alias }));
    return { status: 200, body: { object: 'list', data } };
  };
}
