import type { VideoGenerationRequest } from '#generated/validators/video.ts';
import type { VideoRequest } from '../../upstream/port.ts';

type SeedField = 'image_url' | 'last_frame_url' | 'real_face_asset_id' | 'reference_image_urls';
type Seeds = { readonly [K in SeedField]?: VideoGenerationRequest[K] | undefined };

/** The input type of the seed fields of a request. A face counts as an image, as it has no input type of its own. */
export function inferInputType(seeds: Seeds): VideoRequest['inputType'] {
  if (seeds.reference_image_urls !== undefined) return 'reference';
  if (seeds.last_frame_url !== undefined) return 'first_last_frame';
  return seeds.image_url !== undefined || seeds.real_face_asset_id !== undefined ? 'image' : 'text';
}
