/** The models this deployment sells: text, image, video and speech, with the labels of the documents. */

export interface TextModel {
  id: string;
  family: 'messages' | 'responses' | 'other';
  /** Micro-dollars per thousand tokens. */
  input: number;
  output: number;
  window: number;
  most: number;
  categories: string[];
}

const kinds = [
  ['chat'],
  ['chat', 'coding'],
  ['chat', 'reasoning'],
  ['chat', 'vision'],
  ['chat', 'reasoning', 'coding'],
];

function series(provider: string, family: TextModel['family'], stems: string[], grades: string[]): TextModel[] {
  return stems.flatMap((stem, s) =>
    grades.map((grade, g) => ({
      id: `${provider}/${stem}-${grade}`,
      family,
      input: 100 * (s + 1) * (g + 2) + 50,
      output: 500 * (s + 1) * (g + 2),
      window: 128_000 * (g + 1),
      most: 32_768 * (g + 1),
      categories: kinds[(s + g) % kinds.length] ?? ['chat'],
    })),
  );
}

export const textModels: TextModel[] = [
  ...series('basalt', 'messages', ['column', 'sill', 'dyke', 'flow', 'pillow'], ['minor', 'major']),
  ...series(
    'quartzite',
    'responses',
    ['q3', 'q4', 'q4.1', 'q5', 'q5.3', 'q5.6'],
    ['nano', 'mini', 'base', 'pro', 'code'],
  ),
  ...series('slate', 'other', ['roof', 'floor', 'wall', 'hearth'], ['thin', 'thick', 'heavy']),
  ...series('marl', 'other', ['bed', 'seam', 'vein'], ['one', 'two', 'three']),
  ...series('gneiss', 'other', ['fold', 'band', 'lens'], ['s', 'm', 'l']),
  ...series('tufa', 'other', ['spring', 'cave', 'fall', 'lake'], ['a', 'b', 'c']),
];

export const textModel = new Map(textModels.map((model) => [model.id, model]));

export interface ImageModel {
  label: string;
  id: string;
  always: boolean;
  base64: boolean;
  /** Catalog rate in micro-dollars by size. */
  sizes: Record<string, number>;
}

const three = (square: number, other: number) => ({ '1024x1024': square, '1536x1024': other, '1024x1536': other });
const low = 15_000;

export const imageModels: ImageModel[] = [
  { label: 'IMG-A1', id: 'quartzite/etch-1', always: false, base64: true, sizes: three(20_000, 40_000) },
  { label: 'IMG-A2', id: 'quartzite/etch-2', always: false, base64: true, sizes: three(60_000, 120_000) },
  { label: 'IMG-B1', id: 'lapis/wash', always: false, base64: true, sizes: { '1024x1024': 50_000 } },
  { label: 'IMG-B2', id: 'lapis/wash-plus', always: false, base64: false, sizes: { '1024x1024': 90_000 } },
  {
    label: 'IMG-B3',
    id: 'lapis/wash-pro',
    always: false,
    base64: false,
    sizes: { '1024x1024': 100_000, '2048x2048': 100_000, '4096x4096': 150_000 },
  },
  {
    label: 'IMG-C',
    id: 'chalk/stroke',
    always: false,
    base64: false,
    sizes: {
      '512x512': low,
      '768x768': low,
      '1024x1024': low,
      '768x1344': low,
      '1344x768': low,
      '1440x1440': 20_000,
    },
  },
  { label: 'IMG-D1', id: 'ochre/tint', always: false, base64: false, sizes: { '1024x1024': 20_000 } },
  { label: 'IMG-D2', id: 'ochre/tint-max', always: false, base64: false, sizes: { '1024x1024': 70_000 } },
  {
    label: 'IMG-E',
    id: 'umber/fresco',
    always: true,
    base64: false,
    sizes: {
      '1024x1024': 45_000,
      '1280x720': 45_000,
      '720x1280': 45_000,
      '2048x1024': 45_000,
      '2048x2048': 90_000,
      '2496x1728': 90_000,
      '1728x2496': 90_000,
      '2848x1600': 90_000,
    },
  },
];

export interface VideoModel {
  label: string;
  id: string;
  family: 'R' | 'G' | 'S';
  durations: { least: number; most: number; usual: number; only?: number[] };
  resolutions: string[];
  usual: string;
  /** Micro-dollars per second by resolution (R and G), or ten-thousandths of a dollar per million tokens (S). */
  rate: Record<string, number> | number;
}

const span = (least: number, most: number, usual: number) => ({ least, most, usual });

export const videoModels: VideoModel[] = [
  {
    label: 'VID-R',
    id: 'strata/reel',
    family: 'R',
    durations: { ...span(4, 12, 4), only: [4, 8, 12] },
    resolutions: ['720p'],
    usual: '720p',
    rate: { '720p': 100_000 },
  },
  {
    label: 'VID-G1',
    id: 'geode/motion-1',
    family: 'G',
    durations: span(1, 15, 8),
    resolutions: ['480p', '720p'],
    usual: '480p',
    rate: { '480p': 50_000, '720p': 70_000 },
  },
  {
    label: 'VID-G2',
    id: 'geode/motion-2',
    family: 'G',
    durations: span(1, 15, 8),
    resolutions: ['480p', '720p', '1080p'],
    usual: '480p',
    rate: { '480p': 50_000, '720p': 80_000, '1080p': 130_000 },
  },
  {
    label: 'VID-S15',
    id: 'seam/drift-1.5',
    family: 'S',
    durations: span(4, 12, 5),
    resolutions: ['480p', '720p', '1080p'],
    usual: '720p',
    rate: 31_080,
  },
  {
    label: 'VID-S2M',
    id: 'seam/drift-2-mini',
    family: 'S',
    durations: span(4, 15, 5),
    resolutions: ['480p', '720p'],
    usual: '720p',
    rate: 36_260,
  },
  {
    label: 'VID-S2F',
    id: 'seam/drift-2-fast',
    family: 'S',
    durations: span(4, 15, 5),
    resolutions: ['480p', '720p'],
    usual: '720p',
    rate: 72_520,
  },
  {
    label: 'VID-S2',
    id: 'seam/drift-2',
    family: 'S',
    durations: span(4, 15, 5),
    resolutions: ['480p', '720p', '1080p', '4K'],
    usual: '720p',
    rate: 99_715,
  },
  {
    label: 'VID-S25',
    id: 'seam/drift-2.5',
    family: 'S',
    durations: span(4, 30, 5),
    resolutions: ['480p', '720p'],
    usual: '720p',
    rate: 138_565,
  },
];

export interface SpeechModel {
  label: string;
  id: string;
  most: number;
  /** Micro-dollars per thousand characters, or per second of audio. */
  rate: number;
  perSecond: boolean;
}

export const speechModels: SpeechModel[] = [
  { label: 'flash', id: 'echo/quick', most: 40_000, rate: 50_000, perSecond: false },
  { label: 'turbo', id: 'echo/rapid', most: 40_000, rate: 50_000, perSecond: false },
  { label: 'multilingual', id: 'echo/tongues', most: 10_000, rate: 100_000, perSecond: false },
  { label: 'expressive v3', id: 'echo/feeling-3', most: 5000, rate: 100_000, perSecond: false },
  { label: 'prompt-directed audio model', id: 'echo/stage', most: 3000, rate: 3000, perSecond: true },
];

export const musicModel = 'echo/choir';
export const effectModel = 'echo/foley';

export const voices = [
  { voice_id: 'Vq7hT2mXw9Lr4sKd', name: 'Sarah Slate', alias: 'sarah' },
  { voice_id: 'Bz3nC8pYj5Gf1tWe', name: 'George Gravel', alias: 'george' },
  { voice_id: 'Mk6vR9dQx2Hs7uNa', name: 'Lily Loam', alias: 'lily' },
];
