import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { findGroup, openGroup } from './group.ts';

/** Seconds that a link is valid. */
const linkSeconds = 120;

const nextSteps = [
  'The person whose face it is opens h5_link on a phone, allows the camera, nods and blinks.',
  'Poll the status every 3 to 5 seconds until it is active.',
  'Then enroll a photo of the same person with this group_id. Keep it secret: anyone who has it can use it.',
];

/** Opens a face group, or refreshes the link of the one whose handle is given. */
export function initRealface(context: HandlerContext): Handlers['init-realface'] {
  return async (call) => {
    const { name, groupId } = call.request;
    const { services, upstream } = context;
    const handle = groupId ?? (await openGroup(services, name));
    const { id, state } = await findGroup(services, handle);
    const link = await upstream.openLivenessCheck(id, upstreamContextOf(call, context));
    return {
      status: 200,
      body: {
        object: 'realface.init',
        group_id: handle,
        h5_link: link,
        status: state,
        expires_in_seconds: linkSeconds,
        next_steps: nextSteps,
      },
    };
  };
}
