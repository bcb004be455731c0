import type { Tools } from '../../tools.ts';
import type { UpstreamImage } from '../../upstream/port.ts';
import type { StoredImage } from './job.ts';

/** Copies finished images to the gateway's own storage; one that cannot be copied keeps the provider's URL. */
export function mirror({ media, services }: Tools, images: readonly UpstreamImage[]): Promise<StoredImage[]> {
  return Promise.all(
    images.map(async (image) => {
      const { source, mime, revisedPrompt } = image;
      const kept = {
        sourceUrl: source.startsWith('data:') ? mime : source,
        ...(revisedPrompt !== undefined && { revisedPrompt }),
      };
      try {
        return { ...kept, location: await media.keep(await image.bytes(), mime), backedUp: true };
      } catch (error) {
        services.log.warn({ err: error }, 'an image was not copied');
        return { ...kept, location: source, backedUp: false };
      }
    }),
  );
}

/** Where callers fetch an image; `origin` is where they reached the gateway. */
export function urlOf({ location, backedUp }: StoredImage, origin: string): string {
  return backedUp ? `${origin}${location}` : location;
}
