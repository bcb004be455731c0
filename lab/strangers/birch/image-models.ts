import { on } from './faults.ts';
import { ceilDiv, FEE, show, usd } from './money.ts';
import { options } from './options.ts';

/** An image model. `rates` maps a size to the catalog rate of one image in micro-USDC, before margin and fee. */
export interface ImageModel {
  id: string;
  label: string;
  rates: ReadonlyMap<string, bigint>;
  /** Always answers with a job. */
  async: boolean;
  /** Its upstream answers with base64 and not with a URL. */
  base64: boolean;
  rewrites: boolean;
  /** The most images of one edit; 0 when it cannot edit. */
  editImages: number;
  mask: boolean;
}

function sizes(pairs: [string, string[]][]): ReadonlyMap<string, bigint> {
  return new Map(pairs.flatMap(([rate, names]) => names.map((name): [string, bigint] => [name, usd(rate)])));
}

const plain = { async: false, base64: false, rewrites: false, editImages: 0, mask: false };
const square = ['1024x1024'];
const oblong = ['1536x1024', '1024x1536'];

const all: ImageModel[] = [
  {
    ...plain,
    id: 'onyx/brush-1',
    label: 'IMG-A1',
    rates: sizes([
      ['0.02', square],
      ['0.04', oblong],
    ]),
    base64: true,
    rewrites: true,
    editImages: 4,
    mask: true,
  },
  {
    ...plain,
    id: 'onyx/brush-2',
    label: 'IMG-A2',
    rates: sizes([
      ['0.06', square],
      ['0.12', oblong],
    ]),
    base64: true,
    rewrites: true,
    editImages: 4,
    mask: true,
  },
  { ...plain, id: 'larch/pastel', label: 'IMG-B1', rates: sizes([['0.05', square]]), editImages: 3 },
  { ...plain, id: 'larch/pastel-fine', label: 'IMG-B2', rates: sizes([['0.09', square]]) },
  {
    ...plain,
    id: 'larch/mural',
    label: 'IMG-B3',
    rates: sizes([
      ['0.10', ['1024x1024', '2048x2048']],
      ['0.15', ['4096x4096']],
    ]),
    editImages: 3,
  },
  {
    ...plain,
    id: 'heron/sketch',
    label: 'IMG-C',
    rates: sizes([
      ['0.015', ['512x512', '768x768', '1024x1024', '768x1344', '1344x768']],
      ['0.02', ['1440x1440']],
    ]),
  },
  { ...plain, id: 'rowan/print', label: 'IMG-D1', rates: sizes([['0.02', square]]), rewrites: true },
  { ...plain, id: 'rowan/print-max', label: 'IMG-D2', rates: sizes([['0.07', square]]), rewrites: true },
  {
    ...plain,
    id: 'willow/panorama',
    label: 'IMG-E',
    async: true,
    rates: sizes([
      ['0.045', ['1024x1024', '1280x720', '2048x1024']],
      ['0.09', ['2048x2048', '2304x1824', '1824x2304', '2560x1664', '2848x1600']],
    ]),
  },
];

/** The image models of this host. */
export const imageModels: ImageModel[] =
  options.host === 'base' ? all : all.filter((model) => ['IMG-A1', 'IMG-A2', 'IMG-E'].includes(model.label));

/** The image model with this id. */
export function imageModel(id: string): ImageModel | undefined {
  return imageModels.find((model) => model.id === id);
}

/** Rate times images with the margin of 5 percent, without the fee. */
export function withMargin(rate: bigint, n: number): bigint {
  return ceilDiv(rate * BigInt(n) * 105n, 100n);
}

/** The catalog entry of an image model. */
export function imageEntry(model: ImageModel): Record<string, unknown> {
  const rates = on('catalog-size-dropped') ? [...model.rates].slice(0, 7) : [...model.rates];
  return {
    id: model.id,
    sizes: rates.map(([size]) => size),
    default_size: '1024x1024',
    // Catalog rates, before margin and fee, and what one image costs in the end.
    rates: Object.fromEntries(rates.map(([size, rate]) => [size, show(rate)])),
    prices: Object.fromEntries(rates.map(([size, rate]) => [size, show(withMargin(rate, 1) + FEE)])),
    currency: 'USD',
    async: model.async,
    edits: { supported: model.editImages > 0, max_images: model.editImages, mask: model.mask },
  };
}
