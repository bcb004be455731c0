import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { enroll, enrolledReply, settlementOf } from './assets.ts';

/** Enrolls a portrait of a virtual person. */
export function enrollPortrait(context: HandlerContext): Handlers['enroll-portrait'] {
  return async (call) => {
    const { payment } = call;
    if (!payment) throw new Error('The call came without a payment.');
    const { name, image_url: imageUrl } = call.request;
    const group = createId(context.services.random, 'portrait');
    const enrolled = await enroll(context, call, { kind: 'portrait', name, imageUrl, group });
    const { sourceImageUrl, mirrored } = enrolled.asset;
    return enrolledReply(call, enrolled, {
      object: 'virtual_portrait' as const,
      group_id: group,
      source_image_url: sourceImageUrl,
      mirrored,
      settlement: settlementOf(payment, enrolled),
    });
  };
}
