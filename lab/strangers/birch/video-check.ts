import { type Fields, invalidField } from './check.ts';
import { on } from './faults.ts';
import { HttpError, isRecord } from './http.ts';
import { dataUriProblem, imageUrlProblem } from './image-url.ts';
import { unknownModel } from './images.ts';
import { acceptedResolutions, hasDuration, type VideoModel, videoModel, videoModels } from './video-models.ts';

/** A checked video request. */
export interface VideoInput {
  model: VideoModel;
  seconds: number;
  resolution: string;
  seeded: boolean;
  imageUrl?: string;
  references: number;
  returnLastFrame: boolean;
}

const RATIOS = {
  S: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
  G: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'],
} as const;
const INPUT_TYPES = ['text', 'image', 'first_last_frame', 'reference'] as const;

function urlProblem(text: string): string | undefined {
  return text.startsWith('data:') ? dataUriProblem(text, true) : imageUrlProblem(text, false);
}

function checkUrl(fields: Fields, name: string): string | undefined {
  const value = fields.text(name);
  const reason = value === undefined ? undefined : urlProblem(value);
  if (reason !== undefined) fields.fail(name, reason);
  return value;
}

/** Fields that were never taken, whatever the model. */
function refuseFlat(fields: Fields): void {
  if (fields.has('video_url')) throw invalidField('video_url', 'is not a field: use reference_videos');
  if (fields.has('audio_url')) throw invalidField('audio_url', 'is not a field: use reference_audios');
}

function refuseGated(fields: Fields): void {
  for (const name of ['reference_videos', ...(on('video-audio-ungated') ? [] : ['reference_audios'])]) {
    if (!fields.has(name)) continue;
    const items = fields.get(name);
    if (
      !Array.isArray(items) ||
      items.length < 1 ||
      items.length > 3 ||
      !items.every((item) => isRecord(item) && typeof item.url === 'string')
    ) {
      throw invalidField(name, 'must be an array of 1 to 3 objects with a url');
    }
    throw new HttpError(503, {
      error: 'Service unavailable',
      message: `${name} is temporarily unavailable.`,
      field: name,
    });
  }
}

interface Seeds {
  image?: string;
  last?: string;
  face?: string;
  references?: string[];
}

function readSeeds(fields: Fields, model: VideoModel): Seeds {
  const seeds: Seeds = {};
  const image = checkUrl(fields, 'image_url');
  if (image !== undefined) seeds.image = image;
  if (model.family === 'R') return seeds;
  const last = checkUrl(fields, 'last_frame_url');
  if (last !== undefined) {
    seeds.last = last;
    if (!model.lastFrame) fields.fail('last_frame_url', 'is not supported by this model');
  }
  if (model.family === 'G') return seeds;
  const face = fields.text('real_face_asset_id');
  if (face !== undefined) {
    seeds.face = face;
    if (!/^ta_[\w-]+$/.test(face)) fields.fail('real_face_asset_id', 'must be the id of an asset (ta_...)');
    if (!model.faces) fields.fail('real_face_asset_id', 'is not supported by this model');
  }
  const references = fields.texts('reference_image_urls', { min: 1, max: 9 });
  if (references !== undefined) {
    seeds.references = references;
    if (!model.references) fields.fail('reference_image_urls', 'is not supported by this model');
    const reason = references.map(urlProblem).find(Boolean);
    if (reason) fields.fail('reference_image_urls', reason);
  }
  return seeds;
}

function checkSeeds(fields: Fields, seeds: Seeds): void {
  if (seeds.face !== undefined && seeds.image !== undefined)
    fields.fail('real_face_asset_id', 'cannot be combined with image_url');
  if (seeds.last !== undefined && seeds.face !== undefined)
    fields.fail('last_frame_url', 'cannot be combined with real_face_asset_id');
  if (seeds.last !== undefined && seeds.image === undefined) fields.fail('last_frame_url', 'needs image_url');
  const face = on('video-reference-with-face') ? undefined : seeds.face;
  if (seeds.references !== undefined && (seeds.image ?? seeds.last ?? face) !== undefined) {
    fields.fail('reference_image_urls', 'cannot be combined with image_url, last_frame_url or real_face_asset_id');
  }
}

function inferred(seeds: Seeds): (typeof INPUT_TYPES)[number] {
  if (seeds.references !== undefined) return 'reference';
  if (seeds.last !== undefined && !on('video-last-frame-not-inferred')) return 'first_last_frame';
  return seeds.image !== undefined || seeds.face !== undefined ? 'image' : 'text';
}

function checkInputType(fields: Fields, seeds: Seeds): void {
  const given = fields.choice('input_type', INPUT_TYPES);
  const real = inferred(seeds);
  if (
    fields.has('input_type') &&
    given !== real &&
    fields.problems.every((problem) => problem.field === 'input_type')
  ) {
    throw invalidField('input_type', `does not match the seed fields, which make it ${real}`, {
      inferred_input_type: real,
    });
  }
}

function checkOptions(fields: Fields, model: VideoModel): string {
  const bent = on('video-s15-default-tier') && model.label === 'VID-S15';
  const resolution = fields.text('resolution') ?? (bent ? '480p' : model.defaultResolution);
  const resolutions = acceptedResolutions(model);
  if (!resolutions.includes(resolution))
    fields.fail('resolution', `must be one of ${resolutions.join(', ')} for this model`);
  if (model.family === 'R') return resolution;
  fields.choice('aspect_ratio', RATIOS[model.family]);
  if (model.family === 'S') {
    for (const name of ['generate_audio', 'watermark', 'return_last_frame']) fields.boolean(name);
    fields.integer('seed');
  }
  return resolution;
}

/** Check a video request in full: nothing here costs anything. */
export function checkVideo(fields: Fields): VideoInput {
  refuseFlat(fields);
  const id = fields.text('model') ?? videoModels.find((item) => item.label === 'VID-G1')?.id ?? '';
  fields.needText('prompt');
  fields.done();
  const model = videoModel(id);
  if (!model)
    throw unknownModel(
      videoModels.map((item) => item.id),
      fields.problems,
    );
  if (model.family === 'S') refuseGated(fields);
  const seconds = fields.integer('duration_seconds') ?? model.defaultDuration;
  if (!hasDuration(model, seconds)) {
    const allowed = Array.isArray(model.durations)
      ? model.durations.join(', ')
      : `${model.durations.min} to ${model.durations.max}`;
    fields.fail('duration_seconds', `must be ${allowed} for this model`);
  }
  const seeds = readSeeds(fields, model);
  checkSeeds(fields, seeds);
  if (model.family !== 'R') checkInputType(fields, seeds);
  const resolution = checkOptions(fields, model);
  fields.done();
  return {
    model,
    seconds,
    resolution,
    seeded: seeds.image !== undefined || seeds.face !== undefined,
    ...(seeds.image === undefined ? {} : { imageUrl: seeds.image }),
    references: seeds.references?.length ?? 0,
    returnLastFrame: model.family === 'S' && fields.get('return_last_frame') === true,
  };
}

function itemUrl(item: Record<string, unknown>, name: string): unknown {
  const value = item[name];
  return isRecord(value) ? value.url : value;
}

/** The body of a generation for a body with a `content` list. */
export function flattenContent(body: Record<string, unknown>): Record<string, unknown> {
  const { content } = body;
  if (!Array.isArray(content) || !content.every(isRecord)) throw invalidField('content', 'must be an array of objects');
  const flat: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(body)) if (key !== 'content') flat[key] = value;
  const lists: Record<string, unknown[]> = { reference_image_urls: [], reference_videos: [], reference_audios: [] };
  const texts: string[] = [];
  for (const [index, item] of content.entries()) {
    if (item.type === 'text' && typeof item.text === 'string') texts.push(item.text);
    else if (item.type === 'image_url' && item.role === 'last_frame') flat.last_frame_url = itemUrl(item, 'image_url');
    else if (item.type === 'image_url' && item.role === 'reference_image')
      lists.reference_image_urls?.push(itemUrl(item, 'image_url'));
    else if (item.type === 'image_url') flat.image_url = itemUrl(item, 'image_url');
    else if (item.type === 'video_url') lists.reference_videos?.push({ url: itemUrl(item, 'video_url') });
    else if (item.type === 'audio_url') lists.reference_audios?.push({ url: itemUrl(item, 'audio_url') });
    else throw invalidField(`content.${index}`, 'must be a text, image_url, video_url or audio_url item');
  }
  if (texts.length > 0) flat.prompt = texts.join('\n');
  for (const [name, list] of Object.entries(lists)) if (list.length > 0) flat[name] = list;
  return flat;
}
