import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { listFollows } from './list-follows.ts';
import { lookUpUsers } from './look-up-users.ts';

/** Handlers of social user data. */
export function socialHandlers(context: HandlerContext) {
  return {
    'list-followers': listFollows(context, 'followers'),
    'list-followings': listFollows(context, 'followings'),
    'look-up-users': lookUpUsers(context),
  } satisfies Partial<Handlers>;
}
