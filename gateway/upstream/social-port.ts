/** The port to the provider of social user data. */

import type { UpstreamContext } from './context.ts';

/** A user of the social network as the provider describes one. */
export type SocialRecord = Readonly<Record<string, unknown>>;

/** The result of a lookup. */
export interface FoundUsers {
  readonly users: readonly SocialRecord[];
  /** Names without a user. */
  readonly missing: readonly string[];
}

/** A request for one page of followers or followings. */
export interface FollowRequest {
  readonly kind: 'followers' | 'followings';
  readonly username: string;
  /** Cursor from the previous page; absent for the first page. */
  readonly cursor?: string;
}

/** One page of followers or followings. */
export interface FollowPage {
  readonly users: readonly SocialRecord[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** The provider of social user data. It rejects with an `UpstreamFailure` when it does not deliver. */
export interface SocialUpstream {
  findUsers(names: readonly string[], context: UpstreamContext): Promise<FoundUsers>;
  listFollows(request: FollowRequest, context: UpstreamContext): Promise<FollowPage>;
}
