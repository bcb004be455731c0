import type { Handler } from '@tollwright/runtime/operation/handler';
import { distinct, withoutPrefix } from '@tollwright/runtime/values/json';
import type { Handlers } from '#generated/handlers.ts';
import type { FollowPageRequest } from '#generated/types/requests.ts';
import type { FollowRequest } from '../../upstream/social-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Handlers of social user data. */
export function socialHandlers(context: HandlerContext) {
  return {
    'list-followers': listFollows(context, 'followers'),
    'list-followings': listFollows(context, 'followings'),
    'look-up-users': lookUpUsers(context),
  } satisfies Partial<Handlers>;
}

/** Looks up users by name; a lookup that finds none is not charged. */
function lookUpUsers(context: HandlerContext): Handlers['look-up-users'] {
  return async (call) => {
    const names = namesOf(call.request.usernames);
    const found = await context.upstream.findUsers(names, upstreamContextOf(call, context));
    const { users, missing } = found;
    const relayed = { users, not_found: missing, total_requested: names.length, total_found: users.length };
    return { status: 200, relayed, ...(users.length === 0 && { charge: 'free' as const }) };
  };
}

/** Lists one page of the followers or followings of a user; an empty page is not charged. */
function listFollows(
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

/** The most names of one lookup. */
const maxNames = 100;

/** The names of a lookup as its price counts them: distinct, without the leading @, up to the limit. */
export function namesOf(usernames: string | readonly string[]): readonly string[] {
  const given = typeof usernames === 'string' ? usernames.split(',') : usernames;
  return distinct(given.map(nameOf).filter((name) => name !== '')).slice(0, maxNames);
}

/** A name as the network spells it. */
function nameOf(given: string): string {
  return withoutPrefix(given.trim(), '@').trim().toLowerCase();
}
