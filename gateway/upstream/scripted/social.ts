import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { SocialUpstream } from '../social-port.ts';

/** The provider of social user data with scripted outcomes. */
export function scriptedSocial(inner: SocialUpstream, directed: Directed): SocialUpstream {
  return {
    async findUsers(names, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { users: [], missing: names } : inner.findUsers(names, context);
    },
    async listFollows(request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { users: [] } : inner.listFollows(request, context);
    },
  };
}
