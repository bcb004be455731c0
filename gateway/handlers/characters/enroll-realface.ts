import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { realface } from '#generated/machines/realface.ts';
import type { HandlerContext } from '../shared/context.ts';
import { enroll, enrolledReply, settlementOf } from './assets.ts';
import { findGroup, moveGroup } from './group.ts';

/** Enrolls a photo of the person who passed the liveness check of the group. */
export function enrollRealface(context: HandlerContext): Handlers['enroll-realface'] {
  return async (call) => {
    const { name, image_url: imageUrl, group_id: handle } = call.request;
    const { services } = context;
    const group = await findGroup(services, handle);
    const step = realface.step(group.state, 'enroll', {});
    if (step.ok) await moveGroup(services, group, step.state);
    if (!step.ok || !step.effects.includes('settle-once')) {
      throw new Problem('group-pending', {
        error: 'Liveness check pending',
        group_status: group.state,
        hint: 'The person must pass the check at h5_link first; call init with this groupId to get a new link.',
      });
    }

    const request = { kind: 'face', name, imageUrl, group: group.id } as const;
    const enrolled = await enroll(context, call, request, { rejected: 'face-refused' });
    const { providerId } = enrolled.asset;
    return enrolledReply(call, enrolled, {
      object: 'realface' as const,
      group_id: handle,
      provider_asset_id: providerId,
      ...(call.payment && { settlement: settlementOf(call.payment, enrolled) }),
    });
  };
}
