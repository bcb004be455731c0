import { Problem } from '@tollwright/runtime/operation/problem';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import type { Handlers } from '#generated/handlers.ts';
import { mirror, urlOf } from '../jobs/mirror.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Edits an image or fuses several, and responds once that is done. */
export function editImage(context: HandlerContext): Handlers['edit-image'] {
  return async (call) => {
    const { model, prompt, image, mask, size, n: count } = call.request;
    const request = { model, prompt, size, count, images: [image].flat(), ...(mask !== undefined && { mask }) };
    const edited = await inTime(context.upstream.editImage(request, upstreamContextOf(call, context)));
    const images = await mirror(context, edited);
    const created = Math.floor(context.services.clock.now() / 1000);
    const data = images.map((each) => ({
      url: urlOf(each, call.origin),
      ...(each.revisedPrompt !== undefined && { revised_prompt: each.revisedPrompt }),
    }));
    return { status: 200, body: { created, data }, usage: { model } };
  };
}

/** Edits have an error of their own for a provider that does not respond in time. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    const late = failure instanceof UpstreamFailure && failure.kind === 'timeout';
    throw late ? new Problem('edit-timed-out', { error: 'Timed out', details: failure.message }) : failure;
  }
}
