import type { VideoGenerationRequest } from '#generated/validators/video.ts';
import type { VideoRequest } from '../../upstream/port.ts';

type SeedField = 'image_url' | 'last_frame_url' | 'real_face_asset_id' | 'reference_image_urls';
type Seeds = { readonly [K in SeedField]?: VideoGenerationRequest[K] | undefined };

/** What the seed fields that were sent amount to. A face is taken for an image, as no input type is named after it. */
export function inferInputType(seeds: Seeds): VideoRequest['inputType'] {
  if (seeds.reference_image_urls !== undefined) return 'reference';
  if (seeds.last_frame_url !== undefined) return 'first_last_frame';
  return seeds.image_url !== undefined || seeds.real_face_asset_id !== undefined ? 'image' : 'text';
}
