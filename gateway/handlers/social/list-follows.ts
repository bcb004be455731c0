import type { Handler } from '@tollwright/runtime/operation/handler';
import type { FollowPageRequest } from '#generated/validators/social.ts';
import type { FollowRequest } from '../../upstream/social-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { nameOf } from './names.ts';

/** Lists one page of the followers or followings of a user; an empty page is not charged. */
export function listFollows(
  context: HandlerContext,
  kind: FollowRequest['kind'],
): Handler<FollowPageRequest, never, never, never> {
  return async (call) => {
    const { username: given, cursor } = call.request;
    const username = nameOf(given);
    const request = { kind, username, ...(cursor !== undefined && { cursor }) };
    const { users, next } = await context.upstream.listFollows(request, upstreamContextOf(call, context));
    const relayed = {
      [kind]: users,
      has_next_page: next !== undefined,
      next_cursor: next ?? '',
      total_returned: users.length,
      username,
    };
    return { status: 200, relayed, ...(users.length === 0 && { charge: 'free' as const }) };
  };
}
