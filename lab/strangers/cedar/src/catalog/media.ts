import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { fmt, margin5, usd } from '../money.ts';
import { must } from '../tables.ts';

/** Image, video and speech models. Image rates are without margin and fee; video rates include the margin. */
export interface ImageModel {
  id: string;
  label: string;
  sizes: Record<string, Usd>;
  async?: boolean;
  edit?: { cap: number; mask: boolean; sizes: Record<string, Usd> };
}
const three = (sq: string, other: string): Record<string, Usd> => ({
  '1024x1024': usd(sq),
  '1536x1024': usd(other),
  '1024x1536': usd(other),
});
const at = (price: string, ...sizes: string[]): Record<string, Usd> =>
  Object.fromEntries(sizes.map((s) => [s, usd(price)]));

const images: ImageModel[] = [
  {
    id: 'ember/ember-image-1',
    label: 'IMG-A1',
    sizes: three('0.02', '0.04'),
    edit: { cap: 4, mask: true, sizes: three('0.021', '0.042') },
  },
  {
    id: 'ember/ember-image-2',
    label: 'IMG-A2',
    sizes: three('0.06', '0.12'),
    edit: { cap: 4, mask: true, sizes: three('0.063', '0.126') },
  },
  {
    id: 'fern/petal',
    label: 'IMG-B1',
    sizes: at('0.05', '1024x1024'),
    edit: { cap: 3, mask: false, sizes: at('0.0525', '1024x1024') },
  },
  { id: 'fern/petal-ultra', label: 'IMG-B2', sizes: at('0.09', '1024x1024') },
  {
    id: 'fern/petal-pro',
    label: 'IMG-B3',
    sizes: { ...at('0.1', '1024x1024', '2048x2048'), ...at('0.15', '4096x4096') },
    edit: { cap: 3, mask: false, sizes: { ...at('0.105', '1024x1024', '2048x2048'), ...at('0.1575', '4096x4096') } },
  },
  {
    id: 'moss/moss-view',
    label: 'IMG-C',
    sizes: { ...at('0.015', '512x512', '768x768', '1024x1024', '768x1344', '1344x768'), ...at('0.02', '1440x1440') },
  },
  { id: 'thorn/thorn-imagine', label: 'IMG-D1', sizes: at('0.02', '1024x1024') },
  { id: 'thorn/thorn-imagine-pro', label: 'IMG-D2', sizes: at('0.07', '1024x1024') },
  {
    id: 'sedge/sedge-dream-5',
    label: 'IMG-E',
    async: true,
    sizes: {
      ...at('0.045', '1024x1024', '1280x720', '2048x1024'),
      ...at('0.09', '2048x2048', '2304x1728', '2496x1664', '2560x1440', '2848x1600'),
    },
  },
];
export const DEFAULT_EDIT = must(images[1]);
export function imageModels(): ImageModel[] {
  return images;
}
export function imageRate(m: ImageModel, size: string): Usd {
  // The catalog keeps the published rate; only the bill is bent.
  if (on('img-c-tall-cell') && m.label === 'IMG-C' && size === '768x1344') return usd('0.02');
  return must(m.sizes[size]);
}
export function imageModel(id: string): ImageModel {
  const m = images.find((x) => x.id === id);
  if (m) return m;
  const ids = images.map((x) => x.id);
  throw new ApiError(400, {
    error: 'Invalid request body',
    message: `Unknown model. Valid models: ${ids.join(', ')}`,
    details: [{ field: 'model', message: `Unknown model: ${id}. Valid models: ${ids.join(', ')}` }],
    valid_models: ids,
  });
}

export const RESOLUTIONS = ['480p', '720p', '1080p', '4K'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
export interface VideoModel {
  id: string;
  label: string;
  family: 'R' | 'G' | 'S';
  min: number;
  max: number;
  only?: number[];
  fallback: number;
  resolutions: Resolution[];
  defaultResolution: Resolution;
  /** Price per second at each resolution, margin included. */
  perSecond: Partial<Record<Resolution, Usd>>;
  faces?: boolean;
  lastFrame?: boolean;
}
const FACTOR: Record<Resolution, [bigint, bigint]> = {
  '480p': [1n, 2n],
  '720p': [1n, 1n],
  '1080p': [9n, 4n],
  '4K': [9n, 1n],
};
/** Token-metered: 21,690 tokens a second at 720p, times the factor of the resolution, times the rate, plus 5 percent. */
function metered(ratePerMillion: string): Partial<Record<Resolution, Usd>> {
  const base = margin5((21_690n * usd(ratePerMillion)) / 1_000_000n);
  return Object.fromEntries(RESOLUTIONS.map((r) => [r, (base * FACTOR[r][0]) / FACTOR[r][1]]));
}
const s = (
  id: string,
  label: string,
  rate: string,
  max: number,
  resolutions: Resolution[],
  more: Partial<VideoModel> = {},
): VideoModel => ({
  id,
  label,
  family: 'S',
  min: 4,
  max,
  fallback: 5,
  resolutions,
  defaultResolution: '720p',
  perSecond: metered(rate),
  lastFrame: true,
  ...more,
});
const videos: VideoModel[] = [
  {
    id: 'thorn/thorn-motion',
    label: 'VID-G1',
    family: 'G',
    min: 1,
    max: 15,
    fallback: 8,
    resolutions: ['480p', '720p'],
    defaultResolution: '480p',
    perSecond: { '480p': usd('0.05'), '720p': usd('0.07') },
  },
  {
    id: 'thorn/thorn-motion-2',
    label: 'VID-G2',
    family: 'G',
    min: 1,
    max: 15,
    fallback: 8,
    resolutions: ['480p', '720p', '1080p'],
    defaultResolution: '480p',
    perSecond: { '480p': usd('0.05'), '720p': usd('0.07'), '1080p': usd('0.125') },
  },
  {
    id: 'ember/ember-reel',
    label: 'VID-R',
    family: 'R',
    min: 4,
    max: 12,
    only: [4, 8, 12],
    fallback: 4,
    resolutions: ['720p'],
    defaultResolution: '720p',
    perSecond: { '720p': usd('0.1') },
  },
  s('sedge/sedge-dance-1.5', 'VID-S15', '3.108', 12, ['480p', '720p', '1080p']),
  s('sedge/sedge-dance-2-mini', 'VID-S2M', '3.626', 15, ['480p', '720p'], { faces: true }),
  s('sedge/sedge-dance-2-fast', 'VID-S2F', '7.252', 15, ['480p', '720p'], { faces: true }),
  s('sedge/sedge-dance-2', 'VID-S2', '9.9715', 15, ['480p', '720p', '1080p', '4K'], { faces: true }),
  s('sedge/sedge-dance-2.5', 'VID-S25', '13.8565', 30, ['480p', '720p'], { lastFrame: false }),
];
export const DEFAULT_VIDEO = must(videos[0]);
export function videoModels(): VideoModel[] {
  return videos;
}
export function videoModel(id: string): VideoModel {
  const m = videos.find((x) => x.id === id);
  if (m) return m;
  const ids = videos.map((x) => x.id);
  throw new ApiError(400, {
    error: 'Invalid request body',
    message: `Unknown model. Valid models: ${ids.join(', ')}`,
    details: [{ field: 'model', message: `Unknown model: ${id}` }],
    valid_models: ids,
  });
}
export function videoRate(m: VideoModel, r: Resolution): Usd {
  if (on('video-1080p-factor-2') && m.family === 'S' && r === '1080p') return must(m.perSecond['720p']) * 2n;
  return must(m.perSecond[r]);
}

export interface SpeechModel {
  id: string;
  label: string;
  per1k?: Usd;
  perSecond?: Usd;
  max: number;
}
export const speechModels: SpeechModel[] = [
  { id: 'brook/brook-flash', label: 'flash', per1k: usd('0.05'), max: 40_000 },
  { id: 'brook/brook-turbo', label: 'turbo', per1k: usd('0.05'), max: 40_000 },
  { id: 'brook/brook-multilingual', label: 'multilingual', per1k: usd('0.1'), max: 10_000 },
  { id: 'brook/brook-v3', label: 'expressive v3', per1k: usd('0.1'), max: 5_000 },
  { id: 'sedge/sedge-audio', label: 'prompt-directed audio model', perSecond: usd('0.003'), max: 3_000 },
];
export const MUSIC_MODEL = 'brook/brook-song-1';
export const voices = ['sarah', 'roger', 'laura', 'charlie', 'george', 'callum', 'river', 'harry'].map((alias, i) => ({
  voice_id: `Cv${alias.padEnd(8, 'x')}${String(i).padStart(10, '0')}`,
  name: alias.charAt(0).toUpperCase() + alias.slice(1),
  alias,
}));

/** Rates as the bill formula takes them, or with the margin in them (`charged`), as the account host charges them. */
export function imageEntries(charged = false): object[] {
  return images.map((m) => ({
    id: m.id,
    object: 'image_model',
    delivery: m.async ? 'async' : 'hybrid',
    sizes: Object.entries(m.sizes).map(([size, price]) => ({ size, price: fmt(charged ? margin5(price) : price) })),
    margin_included: charged,
    editable: m.edit !== undefined,
  }));
}
export function videoEntries(): object[] {
  return videos.map((m) => ({
    id: m.id,
    name: m.id,
    object: 'video_model',
    billing_mode: 'per_second',
    resolutions: m.resolutions,
    default_resolution: m.defaultResolution,
    ...(m.only ? { durations: m.only } : {}),
    pricing: {
      per_second: fmt(must(m.perSecond[m.defaultResolution])),
      default_duration_seconds: m.fallback,
      min_duration_seconds: m.min,
      max_duration_seconds: on('catalog-cap-of-older-model') && m.label === 'VID-S25' ? 15 : m.max,
      per_second_by_resolution: Object.fromEntries(m.resolutions.map((r) => [r, fmt(must(m.perSecond[r]))])),
      margin_included: true,
    },
  }));
}
