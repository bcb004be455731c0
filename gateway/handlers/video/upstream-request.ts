import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { VideoGenerationRequest } from '#generated/types/requests.ts';
import type { VideoRequest } from '../../upstream/port.ts';
import { bytesOfDataUri, readImage } from '../shared/image-bytes.ts';

type Model = (typeof videoModelsEntries)[number];
type UsedFields = { readonly [K in keyof VideoGenerationRequest]: VideoGenerationRequest[K] | undefined };

/** The request to the provider: with the defaults of the model, without the fields that the model ignores. */
export function upstreamRequestOf(request: VideoGenerationRequest, reference: string): VideoRequest {
  const model = modelOf(request.model);
  const taken = takenBy(model, request);
  const { image_url, last_frame_url, real_face_asset_id, reference_image_urls = [] } = taken;
  const seeds = [image_url, last_frame_url, real_face_asset_id, ...reference_image_urls].filter(
    (seed) => seed !== undefined,
  );
  return {
    reference,
    model: model.id,
    prompt: request.prompt,
    inputType: inferInputType(taken),
    seeds,
    seconds: taken.duration_seconds ?? model.default_seconds,
    resolution: taken.resolution ?? model.default_resolution,
    aspectRatio: taken.aspect_ratio ?? defaultAspectRatio(model, image_url),
    // In family S, sound is on by default where there are no seeds; elsewhere it is a property of the model.
    hasSound: model.family === 'S' ? (taken.generate_audio ?? seeds.length === 0) : model.has_sound,
    ...(taken.seed !== undefined && { seed: taken.seed }),
    watermark: taken.watermark ?? false,
    returnsLastFrame: taken.return_last_frame ?? false,
  };
}

function modelOf(id: string): Model {
  const model = videoModelsEntries.find((entry) => entry.id === id);
  if (!model) throw new Error(`Unknown video model ${id}.`);
  return model;
}

/** The fields that a model reads: in family S all, elsewhere prompt, first frame, what is billed and, in G, the aspect ratio. */
function takenBy({ family }: Model, request: VideoGenerationRequest): Partial<UsedFields> {
  if (family === 'S') return request;
  const { image_url, duration_seconds, resolution, aspect_ratio } = request;
  return { image_url, duration_seconds, resolution, aspect_ratio: family === 'G' ? aspect_ratio : undefined };
}

/** Landscape, unless the first frame is portrait and the model follows its shape. */
function defaultAspectRatio({ family }: Model, image: string | undefined): string {
  const bytes = family === 'R' && image?.startsWith('data:') ? bytesOfDataUri(image) : undefined;
  const facts = bytes && readImage(bytes);
  return facts && facts.height > facts.width ? '9:16' : '16:9';
}

type SeedField = 'image_url' | 'last_frame_url' | 'real_face_asset_id' | 'reference_image_urls';
type Seeds = { readonly [K in SeedField]?: VideoGenerationRequest[K] | undefined };

/** The input type of the seed fields of a request. A face counts as an image, as it has no input type of its own. */
function inferInputType(seeds: Seeds): VideoRequest['inputType'] {
  if (seeds.reference_image_urls !== undefined) return 'reference';
  if (seeds.last_frame_url !== undefined) return 'first_last_frame';
  return seeds.image_url !== undefined || seeds.real_face_asset_id !== undefined ? 'image' : 'text';
}
