import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { upstreamContextOf } from '../call-upstream.ts';
import { findCall, recordOf } from './call.ts';

/** Responds with the carrier's record of a call, unchanged. */
export function getCall(context: HandlerContext): Handlers['get-call'] {
  return async (call) => {
    const found = await findCall(context.services, call.params.call_id);
    if (!found) throw new Problem('call-not-found');
    return { status: 200, body: await recordOf(context, found, upstreamContextOf(call, context)) };
  };
}
