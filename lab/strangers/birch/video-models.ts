import { ceilDiv, FEE, show, usd } from './money.ts';
import { options } from './options.ts';

/** Families of video models: they differ in what they accept. */
export type VideoFamily = 'R' | 'G' | 'S';

/** A video model. */
export interface VideoModel {
  id: string;
  label: string;
  family: VideoFamily;
  /** Permitted durations: a list, or bounds. */
  durations: number[] | { min: number; max: number };
  defaultDuration: number;
  resolutions: string[];
  defaultResolution: string;
  /** Families R and G: micro-USDC per second with margin, by resolution. */
  perSecond: Record<string, bigint>;
  /** Family S: micro-USDC per million tokens. */
  tokenRate: bigint;
  lastFrame: boolean;
  references: boolean;
  faces: boolean;
}

const TOKENS_PER_SECOND = 21_690n;
/** Factors of family S in percent. */
const FACTORS: Record<string, bigint> = { '480p': 50n, '720p': 100n, '1080p': 225n, '4K': 900n };

const plain = { perSecond: {}, tokenRate: 0n, lastFrame: false, references: false, faces: false };
const familyS = { ...plain, family: 'S' as const, defaultDuration: 5, defaultResolution: '720p' };
const familyG = {
  ...plain,
  family: 'G' as const,
  durations: { min: 1, max: 15 },
  defaultDuration: 8,
  defaultResolution: '480p',
};

const all: VideoModel[] = [
  {
    ...plain,
    id: 'rowan/reel',
    label: 'VID-R',
    family: 'R',
    durations: [4, 8, 12],
    defaultDuration: 4,
    resolutions: ['720p'],
    defaultResolution: '720p',
    perSecond: { '720p': usd('0.10') },
  },
  {
    ...familyG,
    id: 'grove/motion-1',
    label: 'VID-G1',
    resolutions: ['480p', '720p'],
    perSecond: { '480p': usd('0.05'), '720p': usd('0.07') },
  },
  {
    ...familyG,
    id: 'grove/motion-2',
    label: 'VID-G2',
    resolutions: ['480p', '720p', '1080p'],
    perSecond: { '480p': usd('0.05'), '720p': usd('0.08'), '1080p': usd('0.15') },
  },
  {
    ...familyS,
    id: 'sorrel/scene-1.5',
    label: 'VID-S15',
    durations: { min: 4, max: 12 },
    resolutions: ['480p', '720p', '1080p'],
    tokenRate: usd('3.108'),
    lastFrame: true,
  },
  {
    ...familyS,
    id: 'sorrel/scene-2-mini',
    label: 'VID-S2M',
    durations: { min: 4, max: 15 },
    resolutions: ['480p', '720p'],
    tokenRate: usd('3.626'),
    lastFrame: true,
    references: true,
    faces: true,
  },
  {
    ...familyS,
    id: 'sorrel/scene-2-fast',
    label: 'VID-S2F',
    durations: { min: 4, max: 15 },
    resolutions: ['480p', '720p'],
    tokenRate: usd('7.252'),
    lastFrame: true,
    references: true,
    faces: true,
  },
  {
    ...familyS,
    id: 'sorrel/scene-2',
    label: 'VID-S2',
    durations: { min: 4, max: 15 },
    resolutions: ['480p', '720p', '1080p', '4K'],
    tokenRate: usd('9.9715'),
    lastFrame: true,
    references: true,
    faces: true,
  },
  {
    ...familyS,
    id: 'sorrel/scene-2.5',
    label: 'VID-S25',
    durations: { min: 4, max: 30 },
    resolutions: ['480p', '720p'],
    tokenRate: usd('13.8565'),
  },
];

/** The video models of this host. */
export const videoModels: VideoModel[] =
  options.host === 'base' ? all : all.filter((model) => ['VID-G1', 'VID-S2M'].includes(model.label));

/** The video model with this id. */
export function videoModel(id: string): VideoModel | undefined {
  return videoModels.find((model) => model.id === id);
}

/** The ids of the models that take character assets. */
export function assetModels(): string[] {
  return videoModels.filter((model) => model.faces).map((model) => model.id);
}

/** Resolutions that are not refused up front: the budget model leaves the higher ones to its upstream. */
export function acceptedResolutions(model: VideoModel): string[] {
  return model.label === 'VID-S2M' ? [...model.resolutions, '1080p', '4K'] : model.resolutions;
}

/** Whether the model makes clips of this many seconds. */
export function hasDuration(model: VideoModel, seconds: number): boolean {
  const { durations } = model;
  return Array.isArray(durations) ? durations.includes(seconds) : seconds >= durations.min && seconds <= durations.max;
}

/** The price of a clip with margin and fee. */
export function videoPrice(model: VideoModel, seconds: number, resolution: string): bigint {
  if (model.family !== 'S') return (model.perSecond[resolution] ?? 0n) * BigInt(seconds) + FEE;
  const tokenHundredths = TOKENS_PER_SECOND * BigInt(seconds) * (FACTORS[resolution] ?? 100n);
  return ceilDiv(tokenHundredths * model.tokenRate * 105n, 100n * 1_000_000n * 100n) + FEE;
}

/** The catalog entry of a video model. */
export function videoEntry(model: VideoModel): Record<string, unknown> {
  const { durations } = model;
  const rate = (resolution: string) => show(videoPrice(model, 1, resolution) - FEE);
  return {
    id: model.id,
    billing_mode: 'per_second',
    pricing: {
      per_second: rate(model.defaultResolution),
      default_duration_seconds: model.defaultDuration,
      max_duration_seconds: Array.isArray(durations) ? Math.max(...durations) : durations.max,
      min_duration_seconds: Array.isArray(durations) ? Math.min(...durations) : durations.min,
      per_second_by_resolution: Object.fromEntries(model.resolutions.map((name) => [name, rate(name)])),
      flat_fee: show(FEE),
    },
    durations: Array.isArray(durations) ? durations : undefined,
    resolutions: model.resolutions,
    default_resolution: model.defaultResolution,
    last_frame: model.lastFrame,
    reference_images: model.references,
    face_assets: model.faces,
  };
}
