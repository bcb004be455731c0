import type { Emitter } from './emitter.ts';
import { describe } from './openapi/description.ts';
import { share } from './openapi/share.ts';

/**
 * Emits each host's OpenAPI 3.1 description.
 *
 * Components and paths stand once, in files under `openapi/shared` that the descriptions refer to.
 */
export const openapi: Emitter = {
  name: 'openapi',
  emit({ hosts }) {
    const ids = new Map(hosts.map(({ host }) => [`${host.id}.json`, host.id]));
    const files = share(new Map(hosts.map((view) => [view.host.id, describe(view)])));
    return [...files].map(([name, text]) => {
      const host = ids.get(name);
      return { path: `openapi/${name}`, text, ...(host !== undefined && { host }) };
    });
  },
};
