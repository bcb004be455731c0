import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { VideoGenerationRequest } from '#generated/validators/video.ts';
import { bytesOfDataUri, readImage } from '../../image-bytes.ts';
import type { VideoRequest } from '../../upstream/port.ts';
import { inferInputType } from './seeds.ts';

type Model = (typeof videoModelsEntries)[number];
type Taken = { readonly [K in keyof VideoGenerationRequest]: VideoGenerationRequest[K] | undefined };

/** What the provider is asked for: defaults of the model filled in, and what the model ignores left out. */
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
    aspectRatio: taken.aspect_ratio ?? usualShape(model, image_url),
    // Sound is on in family S where nothing is shown to begin with; elsewhere it comes with the model.
    hasSound: model.family === 'S' ? (taken.generate_audio ?? seeds.length === 0) : model.has_sound,
    ...(taken.seed !== undefined && { seed: taken.seed }),
    watermark: taken.watermark ?? false,
    returnsLastFrame: taken.return_last_frame ?? false,
  };
}

function modelOf(id: string): Model {
  const model = videoModelsEntries.find((entry) => entry.id === id);
  if (!model) throw new Error(`The validator let the model ${id} through.`);
  return model;
}

/** What a model reads: in family S everything, elsewhere a prompt, a first frame, what is billed and, in G, the shape. */
function takenBy({ family }: Model, request: VideoGenerationRequest): Partial<Taken> {
  if (family === 'S') return request;
  const { image_url, duration_seconds, resolution, aspect_ratio } = request;
  return { image_url, duration_seconds, resolution, aspect_ratio: family === 'G' ? aspect_ratio : undefined };
}

/** Landscape, unless the first frame stands upright in a model that takes its shape from it. */
function usualShape({ family }: Model, image: string | undefined): string {
  const bytes = family === 'R' && image?.startsWith('data:') ? bytesOfDataUri(image) : undefined;
  const facts = bytes && readImage(bytes);
  return facts && facts.height > facts.width ? '9:16' : '16:9';
}
