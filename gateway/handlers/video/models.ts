import { decimal } from '@tollwright/runtime/money/formula';
import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { quoteOf } from '../shared/quote.ts';

/** Lists the video models with their options and rates. */
export function listVideoModels(): Handlers['list-video-models'] {
  return ({ host }) => ({ status: 200, body: { object: 'list', data: videoModelList(host) } });
}

/** The video models of a host: rates in USD for a second of each resolution, margin included. */
export function videoModelList(host: HostDefinition) {
  return videoModelsEntries.map(({ id, label, seconds, default_seconds, default_resolution, factors, ...model }) => {
    const rates = Object.keys(factors).map((resolution) => [resolution, perSecond(host, id, resolution)] as const);
    return {
      id,
      name: label,
      billing_mode: 'per_second',
      durations: seconds,
      resolutions: Object.keys(factors),
      default_resolution,
      aspect_ratios: model.aspect_ratios,
      seeds: model.seeds,
      pricing: {
        per_second: perSecond(host, id, default_resolution),
        per_second_by_resolution: Object.fromEntries(rates),
        default_duration_seconds: default_seconds,
        max_duration_seconds: Math.max(...seconds),
        currency: 'USD',
      },
    };
  });
}

/** The video models of a host, each with the price of a call in USD for its default duration, by resolution. */
export function pricedVideoModels(host: HostDefinition) {
  return videoModelList(host).map((model) => {
    const prices = model.resolutions.map((resolution) => [resolution, perCall(host, model, resolution)] as const);
    return { ...model, prices: Object.fromEntries(prices) };
  });
}

type VideoModel = ReturnType<typeof videoModelList>[number];

function perCall(host: HostDefinition, { id, pricing }: VideoModel, resolution: string): string {
  const request = { model: id, resolution, duration_seconds: pricing.default_duration_seconds };
  return formatUsd(quoteOf(host, 'generate-video', request)?.amount ?? 0n);
}

/** The price of a second before the fee, from the breakdown of the calculator. */
function perSecond(host: HostDefinition, model: string, resolution: string): string {
  const breakdown = quoteOf(host, 'generate-video', { model, resolution, duration_seconds: 1 })?.breakdown ?? {};
  return total(['clip', 'tokens', 'margin'].map((part) => breakdown[part] ?? '0'));
}

/** The sum of decimals, exactly. */
function total(decimals: readonly string[]): string {
  const places = Math.max(...decimals.map((text) => text.split('.')[1]?.length ?? 0));
  const units = decimals.map((text) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(places, '0'));
  });
  return decimal(
    units.reduce((sum, each) => sum + each, 0n),
    places,
  );
}
