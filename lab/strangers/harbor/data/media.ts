/** The media models: ids, sizes and the catalog rates before margin and fee. */
export interface ImageModel {
  label: string;
  id: string;
  /** Size to catalog rate in micro-dollars. */
  rates: Record<string, number>;
  always?: 'async';
  base64?: boolean;
}

const three = (square: number, other: number) => ({ '1024x1024': square, '1536x1024': other, '1024x1536': other });

export const IMAGE_MODELS: readonly ImageModel[] = [
  { label: 'IMG-A1', id: 'gouache/brush-1', rates: three(20_000, 40_000), base64: true },
  { label: 'IMG-A2', id: 'gouache/brush-2', rates: three(60_000, 120_000), base64: true },
  { label: 'IMG-B1', id: 'tempera/egg', rates: { '1024x1024': 50_000 } },
  { label: 'IMG-B2', id: 'tempera/yolk', rates: { '1024x1024': 90_000 } },
  {
    label: 'IMG-B3',
    id: 'tempera/yolk-max',
    rates: { '1024x1024': 100_000, '2048x2048': 100_000, '4096x4096': 150_000 },
  },
  {
    label: 'IMG-C',
    id: 'charcoal/stick',
    rates: {
      '512x512': 15_000,
      '768x768': 15_000,
      '1024x1024': 15_000,
      '768x1344': 15_000,
      '1344x768': 15_000,
      '1440x1440': 20_000,
    },
  },
  { label: 'IMG-D1', id: 'etching/line', rates: { '1024x1024': 20_000 } },
  { label: 'IMG-D2', id: 'etching/line-pro', rates: { '1024x1024': 70_000 } },
  {
    label: 'IMG-E',
    id: 'fresco/lime',
    always: 'async',
    rates: {
      '1024x1024': 45_000,
      '1280x720': 45_000,
      '2048x1024': 45_000,
      '1536x1536': 45_000,
      '2048x2048': 90_000,
      '2304x1728': 90_000,
      '2496x1664': 90_000,
      '2848x1600': 90_000,
    },
  },
];

/** Edit prices in whole, in micro-dollars. */
export const EDIT_PRICES: Record<string, Record<string, number>> = {
  'IMG-A1': three(21_000, 42_000),
  'IMG-A2': three(63_000, 126_000),
  'IMG-B1': { '1024x1024': 52_500 },
  'IMG-B3': { '1024x1024': 105_000, '2048x2048': 105_000, '4096x4096': 157_500 },
};

export const VIDEO_IDS: Record<string, string> = {
  'VID-R': 'reef/current-2',
  'VID-G1': 'gannet/dive-1',
  'VID-G2': 'gannet/dive-2',
  'VID-S15': 'spray/mist-1.5',
  'VID-S2M': 'spray/mist-2-lite',
  'VID-S2F': 'spray/mist-2-fast',
  'VID-S2': 'spray/mist-2',
  'VID-S25': 'spray/mist-2.5',
};

export const SPEECH_IDS: Record<string, string> = {
  flash: 'bosun/pipe-flash',
  turbo: 'bosun/pipe-turbo',
  multilingual: 'bosun/pipe-many',
  'expressive v3': 'bosun/pipe-v3',
  'prompt-directed audio model': 'siren/directed',
};

export const MUSIC_ID = 'shanty/hauler';

export const VOICES = [
  { alias: 'sarah', name: 'Sarah', voice_id: 'vx_9a1Qm2Sarah00001' },
  { alias: 'otto', name: 'Otto', voice_id: 'vx_7c3Lp8Otto000002' },
  { alias: 'imke', name: 'Imke', voice_id: 'vx_2f5Rt1Imke000003' },
  { alias: 'bram', name: 'Bram', voice_id: 'vx_4d8Wk6Bram000004' },
];

export function labelOf(table: Record<string, string>, id: string): string | undefined {
  return Object.keys(table).find((label) => table[label] === id);
}
