import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { occasionOf } from '../asking.ts';
import { findCall, recordOf } from './call.ts';

/** Answers with the carrier's record of a call as it is. */
export function getCall(tools: Tools): Handlers['get-call'] {
  return async (call) => {
    const found = await findCall(tools.services, call.params.call_id);
    if (!found) throw new Problem('call-not-found');
    return { status: 200, body: await recordOf(tools, found, occasionOf(call, tools)) };
  };
}
