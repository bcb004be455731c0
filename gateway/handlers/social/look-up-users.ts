import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { namesOf } from './names.ts';

/** Looks up users by name; a lookup that finds none is not charged. */
export function lookUpUsers(context: HandlerContext): Handlers['look-up-users'] {
  return async (call) => {
    const names = namesOf(call.request.usernames);
    const found = await context.upstream.findUsers(names, upstreamContextOf(call, context));
    const { users, missing } = found;
    const relayed = { users, not_found: missing, total_requested: names.length, total_found: users.length };
    return { status: 200, relayed, ...(users.length === 0 && { charge: 'free' as const }) };
  };
}
