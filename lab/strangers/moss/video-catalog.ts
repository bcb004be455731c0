import { type Usd, usd, withMargin } from './money.ts';

/** The families of video models, which differ in the fields they take. */
export type Family = 'R' | 'G' | 'S';

/** A video model of the catalog. */
export interface VideoModel {
  id: string;
  family: Family;
  /** The allowed durations in seconds. */
  durations: number[];
  defaultDuration: number;
  /** Resolutions that are accepted, with the price of one second, margin included. */
  perSecond: Map<string, Usd>;
  defaultResolution: string;
  /** Face assets and reference images. */
  assets: boolean;
  lastFrame: boolean;
}

/** The model of a request that names none. */
export const DEFAULT_VIDEO_MODEL = 'garnet/reel-1';

const TOKENS_PER_SECOND = 21_690n;
// In percent of the 720p tokens.
const FACTORS = new Map([
  ['480p', 50n],
  ['720p', 100n],
  ['1080p', 225n],
  ['4K', 900n],
]);

function seconds(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function familyS(
  id: string,
  durations: number[],
  resolutions: string[],
  perMillion: string,
  traits: { assets?: boolean; lastFrame?: boolean } = {},
): VideoModel {
  const perSecond = resolutions.map((name): [string, Usd] => {
    const tokens = TOKENS_PER_SECOND * (FACTORS.get(name) ?? 100n);
    return [name, withMargin((usd(perMillion) * tokens) / 100n / 1_000_000n)];
  });
  return {
    id,
    family: 'S',
    durations,
    defaultDuration: 5,
    perSecond: new Map(perSecond),
    defaultResolution: '720p',
    assets: true,
    lastFrame: true,
    ...traits,
  };
}

function familyG(id: string, perSecond: [string, string][]): VideoModel {
  return {
    id,
    family: 'G',
    durations: seconds(1, 15),
    defaultDuration: 8,
    defaultResolution: '480p',
    assets: false,
    lastFrame: false,
    perSecond: new Map(perSecond.map(([name, price]) => [name, usd(price)])),
  };
}

const UP_TO_4K = ['480p', '720p', '1080p', '4K'];

/** Every video model. */
export const videoModels: VideoModel[] = [
  {
    id: 'russet/motion',
    family: 'R',
    durations: [4, 8, 12],
    defaultDuration: 4,
    perSecond: new Map([['720p', usd('0.1')]]),
    defaultResolution: '720p',
    assets: false,
    lastFrame: false,
  },
  familyG(DEFAULT_VIDEO_MODEL, [
    ['480p', '0.05'],
    ['720p', '0.07'],
  ]),
  familyG('garnet/reel-2', [
    ['480p', '0.05'],
    ['720p', '0.07'],
    ['1080p', '0.11'],
  ]),
  familyS('sable/clip-1.5', seconds(4, 12), ['480p', '720p', '1080p'], '3.108', { assets: false }),
  // The documents refuse no resolution of this model up front.
  familyS('sable/clip-2-mini', seconds(4, 15), UP_TO_4K, '3.626'),
  familyS('sable/clip-2-fast', seconds(4, 15), ['480p', '720p'], '7.252'),
  familyS('sable/clip-2', seconds(4, 15), UP_TO_4K, '9.9715'),
  familyS('sable/clip-2.5', seconds(4, 30), ['480p', '720p'], '13.8565', { assets: false, lastFrame: false }),
];

const byId = new Map(videoModels.map((item) => [item.id, item]));

/** The video model with an id. */
export function videoModel(id: string): VideoModel | undefined {
  return byId.get(id);
}

/** The models that take enrolled assets. */
export function assetModels(): string[] {
  return videoModels.filter((item) => item.assets).map((item) => item.id);
}
