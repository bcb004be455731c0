import type { Handler } from '@tollwright/runtime/operation';
import type { FollowPageRequest } from '#generated/validators/social.ts';
import type { Tools } from '../../tools.ts';
import type { FollowAsk } from '../../upstream/social-port.ts';
import { asking, occasionOf } from '../asking.ts';
import { nameOf } from './names.ts';

/** Lists one page of whoever follows a user, or is followed; a page without anybody is not charged. */
export function listFollows(tools: Tools, kind: FollowAsk['kind']): Handler<FollowPageRequest> {
  return async (call) => {
    const { username: given, cursor } = call.request;
    const username = nameOf(given);
    const ask = { kind, username, ...(cursor !== undefined && { cursor }) };
    const { users, next } = await asking(() => tools.upstream.listFollows(ask, occasionOf(call, tools)));
    const body = {
      [kind]: users,
      has_next_page: next !== undefined,
      next_cursor: next ?? '',
      total_returned: users.length,
      username,
    };
    return { status: 200, body, ...(users.length === 0 && { charge: 'free' as const }) };
  };
}
