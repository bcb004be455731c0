import type { Validation } from '@tollwright/runtime/validation/issue';
import { validator } from '@tollwright/runtime/validation/validator';
import type { VideoContentRequest, VideoGenerationRequest } from '#generated/types/requests.ts';
import { checkVideoGenerationRequest } from '#generated/validators/video.ts';

const validateGeneration = validator(checkVideoGenerationRequest, 'generate-video');

/** Converts a list of contents to a generation request, and validates it. */
export function readContent(request: VideoContentRequest): Validation<VideoGenerationRequest> {
  return validateGeneration(flatten(request));
}

/** The generation request of a list of contents that `checkVideoContent` has validated. */
export function generationOf(request: VideoContentRequest): VideoGenerationRequest {
  const generation = readContent(request);
  if (!generation.ok) throw new Error('The list of contents was not checked.');
  return generation.value;
}

/** Texts become the prompt, images the seeds by their role; other fields stay unchanged. */
function flatten({ content, ...rest }: VideoContentRequest): Record<string, unknown> {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
  const images = content.flatMap(({ type, image_url, role = 'first_frame' }) =>
    type === 'image_url' ? [{ role, url: image_url?.url ?? '' }] : [],
  );
  const urls = (wanted: string) => images.filter(({ role }) => role === wanted).map(({ url }) => url);
  const [first] = urls('first_frame');
  const [last] = urls('last_frame');
  const references = urls('reference_image');
  const has = (wanted: string) => content.some(({ type }) => type === wanted);
  return {
    ...rest,
    ...(texts.length > 0 && { prompt: texts.join('\n') }),
    ...(first !== undefined && { image_url: first }),
    ...(last !== undefined && { last_frame_url: last }),
    ...(references.length > 0 && { reference_image_urls: references }),
    // Paused like the fields of the same meaning; their value does not matter.
    ...(has('video_url') && { reference_videos: [paused] }),
    ...(has('audio_url') && { reference_audios: [paused] }),
  };
}

const paused = { url: 'https://example.com/paused' };
