import { isPublicUrl } from '@tollwright/runtime/http/public-url';
import type { CompiledCondition, HostDefinition, Input, Route } from '@tollwright/runtime/operation';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { VideoGenerationRequest } from '#generated/validators/video.ts';
import { bytesOfDataUri, readImage } from '../../image-bytes.ts';
import { forEachModel, tellingKeys, withConditions, withRoute } from '../telling.ts';
import { delegating } from './delegate.ts';
import { inferInputType } from './seeds.ts';

const operation = 'generate-video';

/** Bounds of what a caller may hand over as an image: characters of a URL, bytes in a data URI. */
const longest = { url: 2048, image: 10 * 1024 * 1024 };

const models = videoModelsEntries.map(({ id }) => id);
const durations = told(({ id, seconds }) => `${id} has the durations ${seconds.join(', ')}`);
const resolutions = told(({ id, factors }) => `${id} has the resolutions ${Object.keys(factors).join(', ')}`);
const shapes = told(({ id, aspect_ratios }) => `${id} has the aspect ratios ${aspect_ratios.join(', ')}`);

/** Makes a host look into the seeds of videos before any payment, and tell callers who ask wrongly what there is. */
export function checkingVideos(host: HostDefinition): HostDefinition {
  const checked = withRoute(host, operation, checking);
  const generation = checked.routes.find((route) => route.operation.id === operation);
  return generation ? withRoute(checked, 'create-video', (route) => delegating(route, generation)) : checked;
}

function checking(route: Route): Route {
  const telling = withConditions(tellingKeys(route, `${operation}.model.catalog`, models), rewrite);
  return { ...telling, conditions: [...telling.conditions, ...seedChecks] };
}

function rewrite(condition: CompiledCondition): readonly CompiledCondition[] {
  switch (condition.id.slice(operation.length + 1)) {
    case 'duration-offered':
      return forEachModel(condition, durations);
    case 'resolution-offered':
    case 'lenient-resolution-offered':
      return forEachModel(condition, resolutions);
    case 'aspect-ratio-offered':
      return forEachModel(condition, shapes);
    default:
      return condition.error === 'input-type-mismatch' ? [{ ...condition, fields: inferred }] : [condition];
  }
}

function inferred({ request }: Input<VideoGenerationRequest>) {
  return { inferred_input_type: inferInputType(request) };
}

const seedChecks = (['image_url', 'last_frame_url', 'reference_image_urls'] as const).map(
  (field): CompiledCondition => ({
    id: `${operation}.${field.replaceAll('_', '-')}.readable`,
    message: 'Each image is a public URL, or a data URI of a PNG, JPEG or WebP image of at most 10 MB.',
    error: 'invalid-media-body',
    names: field,
    holds: ({ request }: Input<VideoGenerationRequest>) => [request[field] ?? []].flat().every(isReadable),
  }),
);

/** Tells whether a seed is an image, or may be fetched to see. */
function isReadable(seed: string): boolean {
  if (!/^data:/i.test(seed)) return seed.length <= longest.url && isPublicUrl(seed.replace(/^http:/i, 'https:'));
  const bytes = bytesOfDataUri(seed);
  return bytes !== undefined && bytes.length <= longest.image && readImage(bytes) !== undefined;
}

function told(message: (model: (typeof videoModelsEntries)[number]) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(videoModelsEntries.map((model) => [model.id, message(model)]));
}
