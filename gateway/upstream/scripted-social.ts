import type { Directed } from './direct.ts';
import type { SocialUpstream } from './social-port.ts';

/** The provider of social user data under direction. */
export function scriptedSocial(inner: SocialUpstream, directed: Directed): SocialUpstream {
  return {
    async findUsers(names, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? { users: [], missing: names } : inner.findUsers(names, occasion);
    },
    async listFollows(ask, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? { users: [] } : inner.listFollows(ask, occasion);
    },
  };
}
