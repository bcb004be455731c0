import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { advance, happen } from './background/advance.ts';
import { readBackground, responseOf } from './background/job.ts';

/** Cancels a background response; one that has ended stays as it is. */
export function cancelResponse(context: HandlerContext): Handlers['cancel-response'] {
  return async (call) => {
    const found = readBackground(await context.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('response-not-found');
    const { job, pieces } = await advance(context, found, upstreamContextOf(call, context));
    if (pieces) return { status: 200, body: responseOf(job).whole(pieces) };

    const { state, data } = await happen(context, job, ['cancel']);
    return { status: 200, body: responseOf(job).bare(state, data.error) };
  };
}
