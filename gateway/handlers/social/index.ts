import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { listFollows } from './list-follows.ts';
import { lookUpUsers } from './look-up-users.ts';

/** Handlers of social user data. */
export function socialHandlers(tools: Tools) {
  return {
    'list-followers': listFollows(tools, 'followers'),
    'list-followings': listFollows(tools, 'followings'),
    'look-up-users': lookUpUsers(tools),
  } satisfies Partial<Handlers>;
}
