import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { findCall, recordOf } from './call.ts';

/** Responds with the carrier's record of a call, unchanged. */
export function getCall(context: HandlerContext): Handlers['get-call'] {
  return async (call) => {
    const found = await findCall(context.services, call.params.call_id);
    if (!found) throw new Problem('call-not-found');
    return { status: 200, body: await recordOf(context, found, upstreamContextOf(call, context)) };
  };
}
