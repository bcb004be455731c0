import { brokenConditions } from '@tollwright/runtime/http/input';
import { isPublicUrl } from '@tollwright/runtime/http/public-url';
import type { RequestCheck } from '@tollwright/runtime/operation/handler';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Input } from '@tollwright/runtime/operation/operation';
import type { Issue } from '@tollwright/runtime/validation/issue';
import type { VideoContentRequest, VideoGenerationRequest } from '#generated/types/requests.ts';
import { bytesOfDataUri, readImage } from '../shared/image-bytes.ts';
import { readContent } from './content.ts';

/** Limits of an image in a request: characters of its URL, bytes in its data URI. */
const limits = { url: 2048, image: 10 * 1024 * 1024 };

/** Refuses a generation whose seed images cannot be read or fetched. */
export function checkVideo({ request }: Input<VideoGenerationRequest>): readonly Issue[] {
  const fields = ['image_url', 'last_frame_url', 'reference_image_urls'] as const;
  return fields
    .filter((field) => ![request[field] ?? []].flat().every(isReadable))
    .map((field) => ({
      path: [field],
      rule: `generate-video.${field.replaceAll('_', '-')}.readable`,
      message: 'Each image must be a public URL, or a data URI of a PNG, JPEG or WebP image of at most 10 MB.',
      error: 'invalid-media-body',
    }));
}

/** Refuses a list of contents whose generation request `generate-video` would refuse. */
export function checkVideoContent({ routes }: HostDefinition): RequestCheck<VideoContentRequest> {
  const generation = routes.find(({ operation }) => operation.id === 'generate-video');
  return ({ request }) => {
    const read = readContent(request);
    if (!read.ok) return read.issues;
    const input = { request: read.value, query: {}, params: {} };
    // The conditions read what the validator of the same operation has read.
    const broken = generation ? brokenConditions(generation, input as Input<never, never, never>) : [];
    return [...broken, ...checkVideo(input)];
  };
}

/** True for a data URI of an image, and for a URL that may be fetched. */
function isReadable(seed: string): boolean {
  if (!/^data:/i.test(seed)) return seed.length <= limits.url && isPublicUrl(seed.replace(/^http:/i, 'https:'));
  const bytes = bytesOfDataUri(seed);
  return bytes !== undefined && bytes.length <= limits.image && readImage(bytes) !== undefined;
}
