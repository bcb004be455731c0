import type { UpstreamFile } from '../../upstream/context.ts';
import type { HandlerContext } from '../shared/context.ts';
import type { StoredFile } from './job.ts';

/** Copies finished files to the gateway's own storage; one that cannot be copied keeps the provider's URL. */
export function mirror({ media, services }: HandlerContext, files: readonly UpstreamFile[]): Promise<StoredFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const { source, mime, revisedPrompt } = file;
      const kept = {
        sourceUrl: source.startsWith('data:') ? mime : source,
        ...(revisedPrompt !== undefined && { revisedPrompt }),
      };
      try {
        return { ...kept, location: await media.keep(await file.bytes(), mime), backedUp: true };
      } catch (error) {
        services.log.warn({ err: error }, 'a file was not copied');
        return { ...kept, location: source, backedUp: false };
      }
    }),
  );
}

/** The URL of a file for a caller that reaches the service at `baseUrl`. */
export function urlOf({ location, backedUp }: Pick<StoredFile, 'location' | 'backedUp'>, baseUrl: string): string {
  return backedUp ? `${baseUrl}${location}` : location;
}
