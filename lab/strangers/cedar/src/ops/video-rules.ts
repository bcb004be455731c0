import { z } from 'zod';
import { check } from '../body.ts';
import type { Resolution, VideoModel } from '../catalog/media.ts';
import { DEFAULT_VIDEO, RESOLUTIONS, videoModel } from '../catalog/media.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { publicUrl, seedImage } from './pictures.ts';

/** Every rule of a video request; all of them run before the 402. */
const media = z
  .array(z.looseObject({ url: z.string() }))
  .min(1)
  .max(3)
  .optional();
const videoSchema = z.object({
  model: z.string().optional(),
  prompt: z.string().min(1),
  image_url: z.string().optional(),
  real_face_asset_id: z.string().optional(),
  last_frame_url: z.string().optional(),
  reference_image_urls: z.array(z.string()).min(1).max(9).optional(),
  reference_videos: media,
  reference_audios: media,
  video_url: z.unknown().optional(),
  audio_url: z.unknown().optional(),
  input_type: z.enum(['text', 'image', 'first_last_frame', 'reference']).optional(),
  duration_seconds: z.number().int().optional(),
  resolution: z.enum(RESOLUTIONS).optional(),
  aspect_ratio: z.string().optional(),
  generate_audio: z.boolean().optional(),
  seed: z.number().int().optional(),
  watermark: z.boolean().optional(),
  return_last_frame: z.boolean().optional(),
});
type Body = z.output<typeof videoSchema>;
export interface Video {
  model: VideoModel;
  duration: number;
  resolution: Resolution;
  image: boolean;
  references: number;
  body: Body;
}

const S_RATIOS = ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const G_RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'];

function seeds(m: VideoModel, b: Body): string {
  if (m.family === 'S') {
    const face = b.real_face_asset_id !== undefined,
      refs = b.reference_image_urls !== undefined;
    if (face && !m.faces) throw badField('real_face_asset_id', `${m.id} takes no face asset`);
    if (face && !/^ta_[A-Za-z0-9_-]+$/.test(b.real_face_asset_id ?? ''))
      throw badField('real_face_asset_id', 'must be an asset id (ta_...)');
    if (face && b.image_url !== undefined) throw badField('real_face_asset_id', 'cannot be combined with image_url');
    if (refs && !m.faces) throw badField('reference_image_urls', `${m.id} takes no reference images`);
    const alone = !face || on('references-with-face');
    if (refs && (b.image_url !== undefined || b.last_frame_url !== undefined || !alone))
      throw badField('reference_image_urls', 'cannot be combined with another seed');
    if (b.last_frame_url !== undefined) {
      if (!m.lastFrame) throw badField('last_frame_url', `${m.id} takes no last frame`);
      if (face) throw badField('last_frame_url', 'cannot be combined with real_face_asset_id');
      if (b.image_url === undefined) throw badField('last_frame_url', 'needs image_url');
    }
    if (refs) return 'reference';
    if (b.last_frame_url !== undefined) return 'first_last_frame';
    return face || b.image_url !== undefined ? 'image' : 'text';
  }
  // Family G ignores faces and reference media, not a last frame; VID-R ignores everything but its image.
  if (m.family === 'G' && b.last_frame_url !== undefined)
    throw badField('last_frame_url', `${m.id} takes no last frame`);
  return b.image_url !== undefined ? 'image' : 'text';
}

/** Reference videos and audios are closed for now. */
export function gate(b: Body): void {
  for (const field of ['reference_videos', 'reference_audios'] as const) {
    if (b[field] === undefined) continue;
    for (const item of b[field]) publicUrl(field, item.url, false);
    throw new ApiError(503, {
      error: 'Service unavailable',
      message: `${field} is temporarily unavailable. You were not charged.`,
      field,
    });
  }
}

export function videoRules(raw: unknown): Video {
  const b = check(videoSchema, raw);
  const m = b.model === undefined ? DEFAULT_VIDEO : videoModel(b.model);
  if (b.video_url !== undefined) throw badField('video_url', 'use reference_videos');
  if (b.audio_url !== undefined) throw badField('audio_url', 'use reference_audios');
  const inferred = seeds(m, b);
  if (b.input_type !== undefined && b.input_type !== inferred && m.family !== 'R')
    throw badField('input_type', `does not match the seed fields, which make it ${inferred}`, {
      inferred_input_type: inferred,
    });
  const duration = b.duration_seconds ?? m.fallback;
  if (m.only ? !m.only.includes(duration) : duration < m.min || duration > m.max)
    throw badField(
      'duration_seconds',
      m.only ? `must be one of ${m.only.join(', ')}` : `must be ${m.min} to ${m.max} for ${m.id}`,
    );
  const resolution = b.resolution ?? m.defaultResolution;
  // The budget model does not refuse higher resolutions up front; they are billed by their factor.
  const loose = m.label === 'VID-S2M';
  if (!m.resolutions.includes(resolution) && !loose)
    throw badField('resolution', `must be one of ${m.resolutions.join(', ')} for ${m.id}`);
  if (b.aspect_ratio !== undefined && m.family !== 'R') {
    const list = m.family === 'S' ? S_RATIOS : G_RATIOS;
    if (!list.includes(b.aspect_ratio)) throw badField('aspect_ratio', `must be one of ${list.join(', ')} for ${m.id}`);
  }
  if (b.image_url !== undefined) seedImage('image_url', b.image_url);
  if (m.family === 'S') {
    if (b.last_frame_url !== undefined) seedImage('last_frame_url', b.last_frame_url);
    for (const url of b.reference_image_urls ?? []) seedImage('reference_image_urls', url);
    if (!on('reference-gate-after-payment')) gate(b);
  }
  return {
    model: m,
    duration,
    resolution,
    image: b.image_url !== undefined,
    references: b.reference_image_urls?.length ?? 0,
    body: b,
  };
}
