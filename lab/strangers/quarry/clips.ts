/** Reads a video request: models, durations, resolutions, seeds and the rules that keep them apart. */
import { isImageData, isPublicUrl } from './addresses.ts';
import { type VideoModel, videoModels } from './catalog.ts';
import { customs } from './customs.ts';
import { Form, isObj } from './form.ts';
import { law } from './law.ts';
import { Refusal } from './wire.ts';

export interface Clip {
  model: VideoModel;
  prompt: string;
  seconds: number;
  resolution: string;
  seeded: boolean;
  references: number;
  lastFrame: boolean;
  sound: boolean;
}

function modelOf(form: Form): VideoModel {
  const id = form.text('model') ?? videoModels.find((one) => one.label === law.videos.usualModel)?.id;
  const model = videoModels.find((one) => one.id === id);
  if (model) return model;
  throw new Refusal(law.invalidStatus, {
    error: 'Invalid request body',
    message: `Unknown model. Served here: ${videoModels.map((one) => one.id).join(', ')}`,
    details: [{ field: 'model', message: 'unknown model' }],
  });
}

function frameUrl(form: Form, field: string): void {
  const url = form.text(field, { min: 1 });
  if (url === undefined) return;
  const fine = url.startsWith('data:') ? isImageData(url) : isPublicUrl(url, ['http:', 'https:']);
  if (!fine) form.bad(field, `${field} is no public address and no image`);
}

/** Reference videos and audios are read, and then turned away: they are paused. */
function checkGated(form: Form, model: VideoModel): boolean {
  if (form.has('video_url')) form.bad('video_url', 'video_url is not a field: use reference_videos');
  if (form.has('audio_url')) form.bad('audio_url', 'audio_url is not a field: use reference_audios');
  if (model.family !== 'S') return false;
  let gated = false;
  for (const field of ['reference_videos', 'reference_audios']) {
    const items = form.list(field, { min: 1, max: 3 });
    if (items?.some((item) => !isObj(item) || typeof item.url !== 'string'))
      form.bad(field, `${field} has to hold {url}`);
    gated ||= items !== undefined;
  }
  return gated;
}

function checkSeeds(form: Form, model: VideoModel): void {
  frameUrl(form, 'image_url');
  frameUrl(form, 'last_frame_url');
  if (model.family !== 'R') checkLastFrame(form, model);
  if (model.family !== 'S') return;
  const face = form.text('real_face_asset_id', { min: 1 });
  if (face !== undefined) {
    if (!face.startsWith('ta_')) form.bad('real_face_asset_id', 'real_face_asset_id has to be a ta_ asset');
    if (!law.videos.faceModels.includes(model.label)) form.bad('real_face_asset_id', 'this model takes no face asset');
    if (form.has('image_url') && law.videos.exclusiveFace) form.bad('real_face_asset_id', 'exclusive with image_url');
  }
  checkReferences(form, model);
}

function checkReferences(form: Form, model: VideoModel): void {
  const { least, most } = law.videos.references;
  const references = form.texts('reference_image_urls', { min: least, max: most });
  if (references === undefined) return;
  if (!law.videos.faceModels.includes(model.label))
    form.bad('reference_image_urls', 'this model takes no reference images');
  for (const field of ['image_url', 'last_frame_url', 'real_face_asset_id']) {
    if (form.has(field)) form.bad('reference_image_urls', `cannot be combined with ${field}`);
  }
  for (const url of references) {
    if (typeof url === 'string' && !isImageData(url) && !isPublicUrl(url, ['http:', 'https:'])) {
      form.bad('reference_image_urls', 'holds an address that is not public');
    }
  }
}

function checkLastFrame(form: Form, model: VideoModel): void {
  if (!form.has('last_frame_url')) return;
  if (!form.has('image_url') && law.videos.needsFirstFrame) form.bad('last_frame_url', 'only together with image_url');
  if (model.family !== 'S' || model.label === 'VID-S25') form.bad('last_frame_url', 'this model takes no last frame');
  if (form.has('real_face_asset_id') && model.family === 'S') form.bad('last_frame_url', 'not with real_face_asset_id');
}

function inferredType(form: Form): string {
  if (form.has('reference_image_urls')) return 'reference';
  if (form.has('last_frame_url') && customs.videos.minds.lastFrame) return 'first_last_frame';
  return form.has('image_url') || form.has('real_face_asset_id') ? 'image' : 'text';
}

function checkInputType(form: Form): void {
  const given = form.text('input_type');
  const inferred = inferredType(form);
  if (given === undefined || given === inferred) return;
  throw new Refusal(law.invalidStatus, {
    error: 'Invalid request body',
    message: `input_type does not match the seed fields: they make ${inferred}`,
    inferred_input_type: inferred,
    details: [{ field: 'input_type', message: `the seed fields make ${inferred}` }],
  });
}

function durationOf(form: Form, model: VideoModel): number {
  const { least, most, usual, only } = model.durations;
  const given = form.integer('duration_seconds', { min: least, max: most }) ?? usual;
  if (only && !only.includes(given))
    form.bad('duration_seconds', `duration_seconds has to be one of ${only.join(', ')}`);
  return given;
}

function resolutionOf(form: Form, model: VideoModel): string {
  const given = form.text('resolution') ?? model.usual;
  const known = law.videos.lenient.includes(model.label) ? Object.keys(law.videos.factors) : model.resolutions;
  if (!known.includes(given)) form.bad('resolution', `resolution has to be one of ${model.resolutions.join(', ')}`);
  return given;
}

export function readClip(body: unknown): Clip {
  const form = new Form(body);
  const model = modelOf(form);
  const prompt = form.text('prompt', { must: true }) ?? '';
  const gated = checkGated(form, model);
  checkSeeds(form, model);
  const seconds = durationOf(form, model);
  const resolution = resolutionOf(form, model);
  const aspects = law.videos.aspects[model.family];
  if (aspects) form.text('aspect_ratio', { oneOf: aspects });
  const loud = model.family === 'S' ? form.flag('generate_audio') : undefined;
  if (model.family === 'S') {
    form.integer('seed');
    form.flag('watermark');
  }
  const lastFrame = model.family === 'S' && form.flag('return_last_frame') === true;
  checkInputType(form);
  form.done();
  if (gated) {
    throw new Refusal(law.videos.gatedStatus, {
      error: 'Service unavailable',
      message: 'Reference video and audio are paused.',
    });
  }
  const faced = form.has('real_face_asset_id') && model.family === 'S';
  const seeded = form.has('image_url') || faced;
  const references =
    model.family === 'S' ? ((form.source.reference_image_urls as unknown[] | undefined)?.length ?? 0) : 0;
  return { model, prompt, seconds, resolution, seeded, references, lastFrame, sound: loud ?? !seeded };
}
