import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, invalid, refuse } from './http.ts';
import { dataUriProblem, publicUrlProblem } from './media-url.ts';
import { DEFAULT_VIDEO_MODEL, type VideoModel, videoModel, videoModels } from './video-catalog.ts';

/** A validated video request. */
export interface VideoRequest {
  model: VideoModel;
  duration: number;
  resolution: string;
  imageSeeded: boolean;
  references: number;
  returnLastFrame: boolean;
  assetId?: string;
}

const RATIOS_S = ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const RATIOS_G = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'];
const RESOLUTIONS = ['480p', '720p', '1080p', '4K'];
const INPUT_TYPES = ['text', 'image', 'first_last_frame', 'reference'];

/** Validates a video request, before anything is reserved. */
export function checkVideo(body: unknown): VideoRequest {
  const form = new Form(body);
  const id = form.text('model') ?? DEFAULT_VIDEO_MODEL;
  form.must('prompt');
  for (const [flat, list] of [
    ['video_url', 'reference_videos'],
    ['audio_url', 'reference_audios'],
  ]) {
    if (form.has(flat ?? '')) form.add(flat ?? '', `${flat} is not supported, use ${list}`);
  }
  checkImageUrl(form, 'image_url');
  form.done();
  const model = videoModel(id);
  if (model === undefined)
    throw refuse(
      'model',
      `unknown model ${JSON.stringify(id)}`,
      videoModels.map((item) => item.id),
    );
  const duration = checkDuration(form, model);
  const resolution =
    form.text('resolution', { oneOf: model.family === 'R' ? [...model.perSecond.keys()] : RESOLUTIONS }) ??
    (on('video-reel-2-default') && model.id === 'garnet/reel-2' ? '720p' : model.defaultResolution);
  if (form.problems.length === 0 && !model.perSecond.has(resolution)) {
    form.add('resolution', `resolution must be one of ${[...model.perSecond.keys()].join(', ')} for ${model.id}`, [
      ...model.perSecond.keys(),
    ]);
  }
  if (model.family === 'S') checkFamilyS(form, model);
  if (model.family === 'G') {
    const ratios = on('video-ratio-three-two') ? RATIOS_G.filter((ratio) => RATIOS_S.includes(ratio)) : RATIOS_G;
    form.text('aspect_ratio', { oneOf: ratios });
    if (form.has('last_frame_url')) form.add('last_frame_url', `last_frame_url is not supported by ${model.id}`);
  }
  form.done();
  if (model.family !== 'R') checkInputType(form, model);
  if (model.family === 'S') refuseGated(form);
  const assetId = model.family === 'S' ? form.text('real_face_asset_id') : undefined;
  return {
    model,
    duration,
    resolution,
    imageSeeded: form.has('image_url'),
    references: model.family === 'S' ? (form.array('reference_image_urls')?.length ?? 0) : 0,
    returnLastFrame: model.family === 'S' && form.flag('return_last_frame') === true,
    ...(assetId === undefined ? {} : { assetId }),
  };
}

function checkDuration(form: Form, model: VideoModel): number {
  const duration = form.integer('duration_seconds') ?? model.defaultDuration;
  const { durations } = model;
  const ranged = on('video-motion-range') && duration >= Math.min(...durations) && duration <= Math.max(...durations);
  if (!ranged && !model.durations.includes(duration)) {
    form.add(
      'duration_seconds',
      `duration_seconds must be one of ${model.durations.join(', ')} for ${model.id}`,
      model.durations.map(String),
    );
  }
  return duration;
}

function checkImageUrl(form: Form, name: string): void {
  const value = form.text(name);
  if (value !== undefined) noteUrl(form, name, value);
}

function noteUrl(form: Form, name: string, value: string): void {
  const problem = /^data:/i.test(value) ? dataUriProblem(value) : publicUrlProblem(value, ['http:', 'https:']);
  if (problem !== undefined) form.add(name, `${name} ${problem}`);
}

function checkFamilyS(form: Form, model: VideoModel): void {
  form.text('aspect_ratio', { oneOf: RATIOS_S });
  form.flag('generate_audio');
  form.integer('seed');
  form.flag('watermark');
  form.flag('return_last_frame');
  form.text('real_face_asset_id', { pattern: /^ta_./, says: 'the id of an asset, starting with ta_' });
  checkImageUrl(form, 'last_frame_url');
  const references = form.texts('reference_image_urls', { min: 1, max: 9 });
  for (const [index, url] of (references ?? []).entries()) noteUrl(form, `reference_image_urls/${index}`, url);
  for (const name of ['reference_videos', 'reference_audios']) {
    for (const item of form.forms(name, { min: 1, max: 3 }) ?? []) item.must('url');
  }
  const [image, face, last] = ['image_url', 'real_face_asset_id', 'last_frame_url'].map((name) => form.has(name));
  if (image && face) form.add('real_face_asset_id', 'real_face_asset_id and image_url exclude each other');
  if (last && face) form.add('last_frame_url', 'last_frame_url cannot be combined with real_face_asset_id');
  if (last && !image) form.add('last_frame_url', 'last_frame_url needs image_url');
  if (last && !model.lastFrame) form.add('last_frame_url', `last_frame_url is not supported by ${model.id}`);
  if (face && !model.assets) form.add('real_face_asset_id', `real_face_asset_id is not supported by ${model.id}`);
  if (references !== undefined) {
    if (!model.assets) form.add('reference_image_urls', `reference_image_urls is not supported by ${model.id}`);
    if (image || (face && !on('video-reference-face')) || last)
      form.add(
        'reference_image_urls',
        'reference_image_urls cannot be combined with image_url, last_frame_url or real_face_asset_id',
      );
  }
}

function checkInputType(form: Form, model: VideoModel): void {
  const sent = form.text('input_type', { oneOf: INPUT_TYPES });
  const inferred = inferInputType(form, model);
  if (form.problems.length > 0) throw invalid(form.problems, { inferred_input_type: inferred });
  if (sent === undefined || sent === inferred) return;
  const problem = `input_type is ${sent}, but the seed fields mean ${inferred}`;
  throw invalid([{ pointer: '/input_type', problem }], { inferred_input_type: inferred });
}

function inferInputType(form: Form, model: VideoModel): string {
  if (form.has('last_frame_url') && !(on('video-type-last-frame') && form.get('input_type') === 'image'))
    return 'first_last_frame';
  if (form.has('image_url')) return 'image';
  if (model.family === 'G') return 'text';
  if (['reference_image_urls', 'reference_videos', 'reference_audios'].some((name) => form.has(name)))
    return 'reference';
  return form.has('real_face_asset_id') ? 'image' : 'text';
}

function refuseGated(form: Form): void {
  for (const name of ['reference_videos', 'reference_audios']) {
    if (form.has(name)) throw new HttpError(503, `${name} is temporarily unavailable`);
  }
}

/** Writes the body of `POST /v1/videos` as a body for generations: the items of `content` become flat fields. */
export function flattenContent(body: unknown): Record<string, unknown> {
  const form = new Form(body);
  form.need('content');
  const fields: Record<string, unknown> = {};
  const references: string[] = [];
  const texts: string[] = [];
  for (const item of form.forms('content') ?? []) {
    const type = item.must('type', { oneOf: ['text', 'image_url', 'video_url', 'audio_url'] });
    if (type === 'text') texts.push(item.must('text'));
    if (!type.endsWith('_url') || !item.need(type)) continue;
    const url = new Form(item.get(type), `${item.at}/${type}`, form.problems).must('url');
    const role = item.text('role');
    if (type === 'video_url') fields.reference_videos = [{ url }];
    else if (type === 'audio_url') fields.reference_audios = [{ url }];
    else if (role === 'reference_image') references.push(url);
    else fields[role === 'last_frame' ? 'last_frame_url' : 'image_url'] = url;
  }
  form.done();
  if (texts.length > 0) fields.prompt = texts.join('\n');
  if (references.length > 0) fields.reference_image_urls = references;
  const { content: _, ...flat } = form.body;
  return { ...flat, ...fields };
}
