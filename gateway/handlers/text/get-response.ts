import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { occasionOf } from '../asking.ts';
import { advance } from './background/advance.ts';
import { attach } from './background/attach.ts';
import { readBackground, responseOf } from './background/job.ts';

/** Tells how far a background response is, or streams it to its end. */
export function getResponse(tools: Tools): Handlers['get-response'] {
  return async (call) => {
    const found = readBackground(await tools.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('response-not-found');
    const occasion = occasionOf(call, tools);
    if (call.query.stream) return { status: 200, stream: attach(tools, found, occasion) };

    const { job, pieces } = await advance(tools, found, occasion);
    const response = responseOf(job);
    return { status: 200, body: pieces ? response.whole(pieces) : response.bare(job.state, job.data.error) };
  };
}
