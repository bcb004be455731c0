import { hash } from 'node:crypto';
import type { Call, Handler, Route } from '#runtime/operation.ts';
import { Problem } from '#runtime/problem.ts';
import type { Store } from '#runtime/store/store.ts';

const kind = 'media';

/** Files of which the gateway keeps its own copy, named by their content. */
export interface Media {
  /** Keeps a file for good and answers with its path on this gateway. */
  keep(bytes: Uint8Array, mime: string): Promise<string>;
  find(name: string): Promise<{ readonly bytes: Uint8Array; readonly mime: string } | undefined>;
}

/** Keeps files in the records of a store. */
export function storedMedia(store: Store): Media {
  return {
    async keep(bytes, mime) {
      const name = `${hash('sha256', bytes).slice(0, 40)}.${mime.split('/')[1]}`;
      const data = { mime, base64: Buffer.from(bytes).toString('base64') };
      await store.records.insert({ kind, id: name, owner: '', data });
      return mediaRoute.path.replace('{name}', name);
    },
    async find(name) {
      const record = await store.records.find(kind, name);
      if (typeof record?.data.base64 !== 'string' || typeof record.data.mime !== 'string') return undefined;
      return { bytes: Buffer.from(record.data.base64, 'base64'), mime: record.data.mime };
    },
  };
}

/** The route by which copies are fetched. No specification names it: callers know it from the URLs of their results. */
export const mediaRoute: Route = {
  operation: {
    id: 'get-media',
    area: 'media',
    summary: 'Fetch a stored file',
    method: 'GET',
    contentTypes: [],
    settles: 'never',
  },
  path: '/media/{name}',
  auth: 'none',
  conditions: [],
  limits: [],
  errors: {},
};

/** Serves stored files, which never change. */
export function getMedia(media: Media): Handler {
  return async ({ params }: Call<unknown, unknown, { readonly name: string }>) => {
    const file = await media.find(params.name);
    if (!file) throw new Problem('not-found');
    return {
      status: 200,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
      bytes: { contentType: file.mime, value: file.bytes },
    };
  };
}
