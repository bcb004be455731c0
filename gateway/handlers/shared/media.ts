import { hash } from 'node:crypto';
import type { Call, Handler } from '@tollwright/runtime/operation/handler';
import type { Route } from '@tollwright/runtime/operation/operation';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Store } from '@tollwright/runtime/store/store';
import type { Clock } from '@tollwright/runtime/system/clock';
import { z } from 'zod';

const kind = 'media';

/** Files that the gateway stores, named by their content. */
export interface Media {
  /** Stores a file, permanently or for some seconds, and returns its path on this gateway. */
  keep(bytes: Uint8Array, mime: string, seconds?: number): Promise<string>;
  find(name: string): Promise<StoredFile | undefined>;
}

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** Seconds until it expires; absent for a permanent file. */
  readonly left?: number;
}

/** File extensions of media types that differ from the subtype. */
const extensions: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/ogg': 'opus',
  'audio/L16': 'pcm',
};

const stored = z.object({
  mime: z.string(),
  base64: z.string(),
  /** Milliseconds since 1970. */
  until: z.number().optional(),
});

/** Stores files in the records of a store. */
export function storedMedia(store: Store, clock: Clock): Media {
  return {
    async keep(bytes, mime, seconds) {
      const [type = ''] = mime.split(';');
      const name = `${hash('sha256', bytes).slice(0, 40)}.${extensions[type] ?? type.split('/')[1]}`;
      const data = { mime, base64: Buffer.from(bytes).toString('base64') };
      const record = { kind, id: name, owner: '' };
      if (seconds === undefined) await store.records.insert({ ...record, data });
      else await store.records.put({ ...record, data: { ...data, until: clock.now() + seconds * 1000 } });
      return mediaRoute.path.replace('{name}', name);
    },
    async find(name) {
      const record = await store.records.find(kind, name);
      if (!record) return undefined;
      const { mime, base64, until } = stored.parse(record.data);
      const file = { bytes: Buffer.from(base64, 'base64'), mime };
      if (until === undefined) return file;
      const left = Math.floor((until - clock.now()) / 1000);
      return left > 0 ? { ...file, left } : undefined;
    },
  };
}

/** The route of stored files. It is not part of the specification: callers know it from the URLs of their results. */
export const mediaRoute: Route = {
  operation: {
    id: 'get-media',
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

const year = 31_536_000;

/** Serves stored files, which never change. */
export function getMedia(media: Media): Handler {
  return async ({ params }: Call<unknown, unknown, { readonly name: string }>) => {
    const file = await media.find(params.name);
    if (!file) throw new Problem('not-found');
    return {
      status: 200,
      headers: { 'Cache-Control': `public, max-age=${file.left ?? year}, immutable` },
      bytes: { contentType: file.mime, value: file.bytes },
    };
  };
}
