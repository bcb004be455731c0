import { type Usd, usd } from './money.ts';

/** An image model of the catalog. */
export interface ImageModel {
  id: string;
  /** The catalog rate for one image of a size, before the margin. */
  rates: Map<string, Usd>;
  /** Never finishes within the inline window. */
  alwaysAsync: boolean;
  /** Returns base64 instead of a URL. */
  base64: boolean;
  rewritesPrompt: boolean;
  /** How many images an edit takes; undefined where the model does not edit. */
  editCap?: number;
  masks: boolean;
}

/** The size that a request without one gets. */
export const DEFAULT_SIZE = '1024x1024';
/** The model of an edit that names none. */
export const DEFAULT_EDIT_MODEL = 'alder/canvas-pro';

type Rates = [string, string[]][];
const WIDE_AND_TALL = ['1536x1024', '1024x1536'];

function model(id: string, rates: Rates, traits: Partial<ImageModel> = {}): ImageModel {
  const table = rates.flatMap(([rate, sizes]) => sizes.map((size): [string, Usd] => [size, usd(rate)]));
  return {
    id,
    rates: new Map(table),
    alwaysAsync: false,
    base64: false,
    rewritesPrompt: false,
    masks: false,
    ...traits,
  };
}

const canvas = { base64: true, rewritesPrompt: true, editCap: 4, masks: true };

/** Every image model. */
export const imageModels: ImageModel[] = [
  model(
    'alder/canvas',
    [
      ['0.02', [DEFAULT_SIZE]],
      ['0.04', WIDE_AND_TALL],
    ],
    canvas,
  ),
  model(
    DEFAULT_EDIT_MODEL,
    [
      ['0.06', [DEFAULT_SIZE]],
      ['0.12', WIDE_AND_TALL],
    ],
    canvas,
  ),
  model('birch/lens', [['0.05', [DEFAULT_SIZE]]], { editCap: 3 }),
  model('birch/lens-2', [['0.09', [DEFAULT_SIZE]]]),
  model(
    'birch/lens-pro',
    [
      ['0.1', [DEFAULT_SIZE, '2048x2048']],
      ['0.15', ['4096x4096']],
    ],
    { editCap: 3 },
  ),
  model('cedar/sketch', [
    ['0.015', ['512x512', '768x768', DEFAULT_SIZE, '768x1344', '1344x768']],
    ['0.02', ['1440x1440']],
  ]),
  model('dune/paint', [['0.02', [DEFAULT_SIZE]]]),
  model('dune/paint-pro', [['0.07', [DEFAULT_SIZE]]], { rewritesPrompt: true }),
  model(
    'elder/vista',
    [
      ['0.045', [DEFAULT_SIZE, '1280x720', '720x1280', '2048x1024', '1024x2048']],
      ['0.09', ['2048x2048', '2496x1696', '2848x1600']],
    ],
    { alwaysAsync: true },
  ),
];

const byId = new Map(imageModels.map((item) => [item.id, item]));

/** The image model with an id. */
export function imageModel(id: string): ImageModel | undefined {
  return byId.get(id);
}
