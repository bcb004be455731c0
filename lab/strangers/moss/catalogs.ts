import { MUSIC_MODEL, MUSIC_PRICE, SOUND_MODEL, SOUND_PRICE, speechModels, voices } from './audio-catalog.ts';
import { on } from './faults.ts';
import { ok, type Reply } from './http.ts';
import { type ImageModel, imageModels } from './image-catalog.ts';
import { enforce } from './limits.ts';
import { formatUsd, type Usd, withMargin } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { MESSAGES_PROVIDER, type TextModel, textModels } from './text-catalog.ts';
import { type VideoModel, videoModels } from './video-catalog.ts';

/** Counts a call to a catalog: 100 per hour and IP, for each catalog. */
export function limitCatalog(call: Call): void {
  const client = on('catalog-limit-per-key') && call.endpoint !== 'GET /api/pricing' ? call.account.keyId : call.ip;
  enforce({ name: call.endpoint, calls: 100, seconds: 3600 }, client);
}

function catalog(path: string, summary: string, body: () => unknown): Operation {
  const handle = (call: Call): Reply => {
    limitCatalog(call);
    return ok(body());
  };
  return { methods: ['GET'], path, summary, handle };
}

/** The model catalogs. */
export const catalogOperations: Operation[] = [
  catalog('/v1/models', 'The text models', () => ({ models: textModels.map(textEntry) })),
  catalog('/v1/images/models', 'The image and video models', () => ({
    models: [...imageModels.map(imageEntry), ...videoModels.map(videoEntry)],
  })),
  catalog('/v1/video/models', 'The video models', () => ({ models: videoModels.map(videoEntry) })),
  catalog('/v1/audio/models', 'The audio models', () => ({ models: audioEntries() })),
  { methods: ['GET'], path: '/v1/audio/voices', summary: 'The voices', handle: () => ok({ voices }) },
];

function textEntry(model: TextModel): Record<string, unknown> {
  const scale = on('catalog-price-thousand') && model.id.startsWith(`${MESSAGES_PROVIDER}/`) ? 1000n : 1n;
  return {
    id: model.id,
    name: nameOf(model.id),
    description: model.description,
    context_window: model.contextWindow,
    max_output: model.maxOutput,
    categories: model.categories,
    pricing: {
      currency: 'USD',
      input_per_token: formatUsd(model.input * scale),
      output_per_token: formatUsd(model.output * scale),
      ...(on('catalog-repeats-threshold') && model.longContext !== undefined
        ? { longContextThreshold: model.longContext }
        : {}),
    },
  };
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/** The sizes of an image model with the catalog rate and the price of one image. */
export function sizePrices(model: ImageModel, priceOf: (rate: Usd) => Usd): Record<string, string> {
  return Object.fromEntries([...model.rates].map(([size, rate]) => [size, formatUsd(priceOf(rate))]));
}

function imageEntry(model: ImageModel): Record<string, unknown> {
  return {
    id: model.id,
    name: nameOf(model.id),
    kind: 'image',
    billing_mode: 'per_image',
    sizes: [...model.rates.keys()],
    rates: sizePrices(model, (rate) => rate),
    prices: sizePrices(model, withMargin),
    edits: model.editCap !== undefined,
  };
}

/** The entry of a video model, as catalogs and the price sheet show it. */
export function videoEntry(model: VideoModel): Record<string, unknown> {
  const resolutions = [...model.perSecond].map(([resolution, price]): [string, string] => [
    resolution,
    formatUsd(price),
  ]);
  return {
    id: model.id,
    name: nameOf(model.id),
    kind: 'video',
    billing_mode: 'per_second',
    durations: model.durations,
    resolutions: [...model.perSecond.keys()],
    price_of_default_duration: formatUsd(
      (model.perSecond.get(model.defaultResolution) ?? 0n) * BigInt(model.defaultDuration),
    ),
    pricing: {
      per_second: formatUsd(model.perSecond.get(model.defaultResolution) ?? 0n),
      default_duration_seconds: model.defaultDuration,
      max_duration_seconds: model.durations.at(-1),
      default_resolution: model.defaultResolution,
      per_second_by_resolution: Object.fromEntries(resolutions),
    },
  };
}

/** The entries of the audio models. */
export function audioEntries(): Record<string, unknown>[] {
  return [
    { id: MUSIC_MODEL, kind: 'music', price_per_track: formatUsd(MUSIC_PRICE) },
    { id: SOUND_MODEL, kind: 'sound_effect', price_per_effect: formatUsd(SOUND_PRICE) },
    ...speechModels.map((model) => ({
      id: model.id,
      kind: 'speech',
      max_input_characters: model.maxInput,
      ...(model.perCharacter === undefined ? {} : { price_per_1k_characters: formatUsd(model.perCharacter * 1000n) }),
      ...(model.perSecond === undefined ? {} : { price_per_second: formatUsd(model.perSecond) }),
    })),
  ];
}
