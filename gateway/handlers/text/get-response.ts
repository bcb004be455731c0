import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { advance } from './background/advance.ts';
import { attach } from './background/attach.ts';
import { readBackground, responseOf } from './background/job.ts';

/** Returns a background response in its current state, or streams it to its end. */
export function getResponse(context: HandlerContext): Handlers['get-response'] {
  return async (call) => {
    const found = readBackground(await context.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('response-not-found');
    const upstreamContext = upstreamContextOf(call, context);
    if (call.query.stream) return { status: 200, stream: attach(context, found, upstreamContext) };

    const { job, pieces } = await advance(context, found, upstreamContext);
    const response = responseOf(job);
    return { status: 200, body: pieces ? response.whole(pieces) : response.bare(job.state, job.data.error) };
  };
}
